import { readRealtimeMetrics } from '@stoa/contract/services/realtime/metrics'
import { useEndpointQuery } from '../client/endpoint-hooks.ts'
import { projectKeys } from './projects.ts'

const POLL_MS = 5000

/** What is open now, and the last hour per minute. Reading it wakes no sleeping project. */
export function useRealtimeMetrics(ref: string) {
  return useEndpointQuery(readRealtimeMetrics, {
    input: { params: { ref } },
    queryKey: [...projectKeys.detail(ref), 'realtime', 'metrics'],
    refetchInterval: POLL_MS,
    staleTime: 0,
  })
}
