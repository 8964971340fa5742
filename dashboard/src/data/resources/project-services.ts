import { listServices } from '@stoa/contract/platform/projects'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../client/client-context.ts'
import { freshFor, PROJECT_POLL } from '../client/freshness.ts'
import { projectKeys } from './projects.ts'

/**
 * How each service of a project is doing. Looking wakes nothing. While one of them is unhealthy the
 * question is repeated, since somebody waits for it to recover.
 */
export function useProjectServices(ref: string) {
  const call = useCall()
  return useQuery({
    queryKey: [...projectKeys.detail(ref), 'services'],
    staleTime: freshFor.projectDetail,
    queryFn: ({ signal }) => call(listServices, { params: { ref }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'unhealthy') ? PROJECT_POLL : false,
  })
}
