import { getConsent, setConsent } from '@stoa/contract/operations/platform/consent'
import type { Consent } from '@stoa/contract/platform/consent'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../client/client-context.ts'
import { useEndpointMutation } from '../../client/endpoint-hooks.ts'
import { giveTelemetryConsent, withdrawTelemetryConsent } from '../../local/telemetry-consent.ts'

const consentKey = ['consent'] as const
/** The service that stores usage events, by the server's name for it. */
const TELEMETRY_SERVICE = 'usage-events'

export type ConsentStatus = { id: string; status: boolean }

/**
 * The services of the installation and the user's decision, which is also stored in this browser.
 */
export function useConsent() {
  const call = useCall()
  return useQuery({
    queryKey: consentKey,
    queryFn: async ({ signal }) => keepTelemetryConsent(await call(getConsent, { signal })),
  })
}

export function useSetConsent() {
  return useEndpointMutation(setConsent, {
    input: (services: ConsentStatus[]) => ({ body: { services } }),
    sets: consentKey,
    onSuccess: keepTelemetryConsent,
    meta: { failure: 'Failed to save the privacy settings' },
  })
}

/** The same status for every service that can be refused. */
export function answerForAll({ categories }: Consent, status: boolean): ConsentStatus[] {
  return categories
    .filter((category) => !category.isEssential)
    .flatMap(({ services }) => services.map(({ id }) => ({ id, status })))
}

/** True when there are services to decide about and the user has not decided. */
export const mustAskForConsent = (consent: Consent): boolean =>
  consent.decided_at === null && answerForAll(consent, true).length > 0

function keepTelemetryConsent(consent: Consent): Consent {
  const services = consent.categories.flatMap((category) => category.services)
  const telemetry = services.find(({ id }) => id === TELEMETRY_SERVICE)
  if (telemetry?.consent.status) giveTelemetryConsent()
  else withdrawTelemetryConsent()
  return consent
}
