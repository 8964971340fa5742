import { readAuthMetrics } from '@stoa/contract/operations/services/auth/metrics'
import { useEndpointQuery } from '../../client/endpoint-hooks.ts'
import { projectKeys } from '../projects/projects.ts'

/** Sign-ups, sign-ins, and active users of the last day, 7 days, and 30 days. */
export function useAuthMetrics(ref: string) {
  return useEndpointQuery(readAuthMetrics, {
    input: { params: { ref } },
    queryKey: [...projectKeys.detail(ref), 'auth', 'metrics'],
    refetchOnMount: 'always',
  })
}
