import { getFeatureFlags } from '@stoa/contract/operations/platform/feature-flags'
import type { FlagValue } from '@stoa/contract/platform/feature-flags'
import { useQuery } from '@tanstack/react-query'
import { readSetting, writeSetting } from '../../../lib/storage.ts'
import { isRecord } from '../../client/http.ts'
import { useProfile } from './profile.ts'
import { useCall } from '../../client/client-context.ts'
import { createTelemetry, type Telemetry } from './telemetry.ts'

type Flags = Record<string, FlagValue>

const KEY = 'stoa.feature-flags'

/** The user's feature flags, for an organization if one is given. */
export function useFeatureFlags(organizationSlug: string | undefined) {
  const call = useCall()
  const profile = useProfile()
  return useQuery({
    queryKey: ['feature-flags', organizationSlug ?? null],
    queryFn: async ({ signal }) => {
      const query = { organization_slug: organizationSlug }
      const flags = await call(getFeatureFlags, { query, signal })
      trackNewValues(flags, createTelemetry(call))
      return flags
    },
    enabled: profile.isSuccess,
  })
}

/** Tracks the flag values that are new to this browser and remembers all of them. */
export function trackNewValues(flags: Flags, { trackFlag }: Pick<Telemetry, 'trackFlag'>) {
  const known = readSetting<Record<string, unknown>>(KEY, {}, isRecord)
  for (const [name, value] of Object.entries(flags))
    if (known[name] !== value) void trackFlag(name, value)
  writeSetting(KEY, { ...known, ...flags })
}
