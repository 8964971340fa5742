import { listServices } from '@stoa/contract/operations/platform/projects'
import { useEndpointQuery } from '../../client/endpoint-hooks.ts'
import { freshFor, PROJECT_POLL } from '../../client/freshness.ts'
import { projectKeys } from './projects.ts'

/**
 * The health of each service of a project. Reading it wakes no sleeping project. Polled while a
 * service is unhealthy, so that a recovery shows.
 */
export function useProjectServices(ref: string) {
  return useEndpointQuery(listServices, {
    input: { params: { ref } },
    queryKey: [...projectKeys.detail(ref), 'services'],
    staleTime: freshFor.projectDetail,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'unhealthy') ? PROJECT_POLL : false,
  })
}
