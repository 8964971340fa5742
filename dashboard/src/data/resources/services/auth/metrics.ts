import { readAuthMetrics } from '@stoa/contract/operations/services/auth/metrics'
import { useQuery } from '@tanstack/react-query'
import type { Call } from '../../../client/api.ts'
import { endpointQuery } from '../../../client/endpoint-hooks.ts'
import { freshFor } from '../../../client/freshness.ts'
import { projectKeys } from '../../platform/projects.ts'
import { useCall } from '../../../client/client-context.ts'

/** Sign-ups, sign-ins, and active users of the last day, 7 days, and 30 days. */
export const authMetricsQuery = (call: Call, ref: string) =>
  endpointQuery(call, readAuthMetrics, {
    input: { params: { ref } },
    queryKey: [...projectKeys.detail(ref), 'auth', 'metrics'],
    staleTime: freshFor.opening,
  })

export const useAuthMetrics = (ref: string) => useQuery(authMetricsQuery(useCall(), ref))
