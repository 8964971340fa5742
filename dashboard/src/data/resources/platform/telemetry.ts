import { trackFeatureFlag } from '@stoa/contract/operations/platform/feature-flags'
import type { FlagValue } from '@stoa/contract/platform/feature-flags'
import { sendTelemetryEvent } from '@stoa/contract/operations/platform/telemetry'
import { useMemo } from 'react'
import type { Call } from '../../client/api.ts'
import { errorMessage } from '../../client/api-error.ts'
import { hasTelemetryConsent } from '../../local/telemetry-consent.ts'
import { useCall } from '../../client/client-context.ts'

type Properties = Record<string, string | number | boolean | null>

export type TelemetryEvent = {
  name: string
  properties?: Properties
  /** The page that the event belongs to; by default the open page. */
  pagePath?: string
  /** Called with a failure instead of logging it to the console. */
  onError?: (error: unknown) => void
}

export type Telemetry = {
  /** Sends an event with its page. Does nothing without consent, and never throws. */
  send: (event: TelemetryEvent) => Promise<void>
  /** Tracks the flag value that this browser uses. Does nothing without consent. */
  trackFlag: (name: string, value: FlagValue) => Promise<void>
}

type Surroundings = { hasConsent: () => boolean; pagePath: () => string }

const BROWSER: Surroundings = {
  hasConsent: hasTelemetryConsent,
  pagePath: () => window.location.pathname,
}

export function createTelemetry(call: Call, { hasConsent, pagePath } = BROWSER): Telemetry {
  return {
    async send({ name, properties = {}, pagePath: page = pagePath(), onError = logFailure }) {
      if (!hasConsent()) return
      const body = { event_name: name, properties, page_path: page, has_consent: true }
      await call(sendTelemetryEvent, { body }).catch(onError)
    },
    async trackFlag(name, value) {
      if (!hasConsent()) return
      const body = { feature_flag_name: name, feature_flag_value: value }
      await call(trackFeatureFlag, { body }).catch(logFailure)
    },
  }
}

export function useTelemetry(): Telemetry {
  const call = useCall()
  return useMemo(() => createTelemetry(call), [call])
}

function logFailure(error: unknown) {
  // oxlint-disable-next-line no-console -- SPEC 8: a failed event is logged to the console
  console.error(`Failed to send Telemetry event: ${errorMessage(error)}`)
}
