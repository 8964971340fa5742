import {
  getProjectLimit,
  getProjectOverview,
  listUsage,
} from '@stoa/contract/operations/platform/projects'
import { skipToken, useQuery } from '@tanstack/react-query'
import type { Call } from '../../client/api.ts'
import { endpointQuery } from '../../client/endpoint-hooks.ts'
import { freshFor } from '../../client/freshness.ts'
import { projectKeys } from './projects.ts'
import { useCall } from '../../client/client-context.ts'

/**
 * A project's figures, and problems that need attention. Reading them wakes no sleeping project.
 */
export const projectOverviewQuery = (call: Call, ref: string | undefined) =>
  endpointQuery(call, getProjectOverview, {
    input: ref === undefined ? skipToken : { params: { ref } },
    queryKey: [...projectKeys.detail(ref ?? ''), 'overview'],
    staleTime: freshFor.opening,
  })

export const useProjectOverview = (ref: string | undefined) =>
  useQuery(projectOverviewQuery(useCall(), ref))

/** The hourly counters of the last hours. */
export const usageQuery = (call: Call, ref: string, hours: number) =>
  endpointQuery(call, listUsage, {
    input: { params: { ref }, query: { hours } },
    queryKey: [...projectKeys.detail(ref), 'usage', hours],
    staleTime: freshFor.opening,
  })

export const useUsage = (ref: string, hours: number) => useQuery(usageQuery(useCall(), ref, hours))

/** How many active projects an organization has, and its plan's maximum. */
export const projectLimitQuery = (call: Call, slug: string) =>
  endpointQuery(call, getProjectLimit, {
    input: { params: { slug } },
    queryKey: [...projectKeys.list, 'limit', slug],
    staleTime: freshFor.opening,
  })

export const useProjectLimit = (slug: string) => useQuery(projectLimitQuery(useCall(), slug))
