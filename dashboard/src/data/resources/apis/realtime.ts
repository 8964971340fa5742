import type { Impersonation } from '@stoa/contract/services/impersonation'
import { readRealtimeMetrics } from '@stoa/contract/operations/services/realtime/metrics'
import { createRealtimeTicket } from '@stoa/contract/operations/services/realtime/tickets'
import { useEndpointMutation, useEndpointQuery } from '../../client/endpoint-hooks.ts'
import { projectKeys } from '../projects/projects.ts'

const POLL_MS = 5000

/** Open connections, and the last hour per minute. Reading it wakes no sleeping project. */
export function useRealtimeMetrics(ref: string) {
  return useEndpointQuery(readRealtimeMetrics, {
    input: { params: { ref } },
    queryKey: [...projectKeys.detail(ref), 'realtime', 'metrics'],
    refetchInterval: POLL_MS,
    staleTime: 0,
  })
}

/** Issues the ticket with which a client joins channels as another role or user. */
export function useRealtimeTicket(ref: string) {
  return useEndpointMutation(createRealtimeTicket, {
    input: (body: Impersonation) => ({ params: { ref }, body }),
  })
}
