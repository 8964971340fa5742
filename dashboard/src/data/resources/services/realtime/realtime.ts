import type { Impersonation } from '@stoa/contract/services/impersonation'
import { readRealtimeMetrics } from '@stoa/contract/operations/services/realtime/metrics'
import { createRealtimeTicket } from '@stoa/contract/operations/services/realtime/tickets'
import { useQuery } from '@tanstack/react-query'
import type { Call } from '../../../client/api.ts'
import { endpointQuery, useEndpointMutation } from '../../../client/endpoint-hooks.ts'
import { freshFor } from '../../../client/freshness.ts'
import { projectKeys } from '../../platform/projects.ts'
import { useCall } from '../../../client/client-context.ts'

const POLL_MS = 5000

/** Open connections, and the last hour per minute. Reading it wakes no sleeping project. */
export const realtimeMetricsQuery = (call: Call, ref: string) =>
  endpointQuery(call, readRealtimeMetrics, {
    input: { params: { ref } },
    queryKey: [...projectKeys.detail(ref), 'realtime', 'metrics'],
    refetchInterval: POLL_MS,
    staleTime: freshFor.opening,
  })

export const useRealtimeMetrics = (ref: string) => useQuery(realtimeMetricsQuery(useCall(), ref))

/** Issues the ticket with which a client joins channels as another role or user. */
export function useRealtimeTicket(ref: string) {
  return useEndpointMutation(createRealtimeTicket, {
    input: (body: Impersonation) => ({ params: { ref }, body }),
  })
}
