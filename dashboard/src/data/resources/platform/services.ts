import { listServices } from '@stoa/contract/operations/platform/projects'
import { useQuery } from '@tanstack/react-query'
import type { Call } from '../../client/api.ts'
import { endpointQuery } from '../../client/endpoint-hooks.ts'
import { freshFor, PROJECT_POLL } from '../../client/freshness.ts'
import { projectKeys } from './projects.ts'
import { useCall } from '../../client/client-context.ts'

/**
 * The health of each service of a project. Reading it wakes no sleeping project. Polled while a
 * service is unhealthy, so that a recovery shows.
 */
export const projectServicesQuery = (call: Call, ref: string) =>
  endpointQuery(call, listServices, {
    input: { params: { ref } },
    queryKey: [...projectKeys.detail(ref), 'services'],
    staleTime: freshFor.opening,
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'unhealthy') ? PROJECT_POLL : false,
  })

export const useProjectServices = (ref: string) => useQuery(projectServicesQuery(useCall(), ref))
