import { readUsageReport } from '@stoa/contract/operations/platform/usage'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Call } from '../../client/api.ts'
import { useCall } from '../../client/client-context.ts'
import { endpointQuery } from '../../client/endpoint-hooks.ts'
import { organizationKeys } from './organizations.ts'

/** The cycle and the project of a usage report; the current cycle and all projects by default. */
export type UsageSelection = {
  readonly cycle?: string | undefined
  readonly project?: string | undefined
}

export const usageQuery = (call: Call, slug: string, { cycle, project }: UsageSelection) =>
  endpointQuery(call, readUsageReport, {
    input: {
      params: { slug },
      query: {
        ...(cycle !== undefined && { cycle }),
        ...(project !== undefined && { project_ref: project }),
      },
    },
    queryKey: [...organizationKeys.detail(slug), 'usage', cycle ?? null, project ?? null],
  })

export const useUsage = (slug: string, selection: UsageSelection) =>
  useQuery({ ...usageQuery(useCall(), slug, selection), placeholderData: keepPreviousData })
