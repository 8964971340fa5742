import {
  getProjectLimit,
  getProjectOverview,
  listUsage,
} from '@stoa/contract/operations/platform/projects'
import { skipToken } from '@tanstack/react-query'
import { useEndpointQuery } from '../../client/endpoint-hooks.ts'
import { freshFor } from '../../client/freshness.ts'
import { projectKeys } from './projects.ts'

/**
 * A project's figures, and problems that need attention. Reading them wakes no sleeping project.
 */
export function useProjectOverview(ref: string | undefined) {
  return useEndpointQuery(getProjectOverview, {
    input: ref === undefined ? skipToken : { params: { ref } },
    queryKey: [...projectKeys.detail(ref ?? ''), 'overview'],
    staleTime: freshFor.projectDetail,
    refetchOnMount: 'always',
  })
}

/** The hourly counters of the last hours. */
export function useUsage(ref: string, hours: number) {
  return useEndpointQuery(listUsage, {
    input: { params: { ref }, query: { hours } },
    queryKey: [...projectKeys.detail(ref), 'usage', hours],
    staleTime: freshFor.projectDetail,
    refetchOnMount: 'always',
  })
}

/** How many active projects an organization has, and its plan's maximum. */
export function useProjectLimit(slug: string) {
  return useEndpointQuery(getProjectLimit, {
    input: { params: { slug } },
    queryKey: [...projectKeys.list, 'limit', slug],
    staleTime: 0,
  })
}
