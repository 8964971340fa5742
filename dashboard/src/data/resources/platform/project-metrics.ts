import { listProjectMetrics } from '@stoa/contract/operations/platform/project-metrics'
import { useQuery } from '@tanstack/react-query'
import type { Call } from '../../client/api.ts'
import { useCall } from '../../client/client-context.ts'
import { endpointQuery } from '../../client/endpoint-hooks.ts'
import { pollEvery } from '../../client/poll-every.ts'

export type { ProjectMetrics } from '@stoa/contract/platform/project-metrics'

/** Projects are measured once a minute. */
const POLL_MS = 30_000

/** The latest metrics of every project, for operators. */
export const projectMetricsQuery = (call: Call) =>
  endpointQuery(call, listProjectMetrics, {
    input: {},
    queryKey: ['installation', 'projects'],
    refetchInterval: pollEvery(POLL_MS),
  })

export const useProjectMetrics = () => useQuery(projectMetricsQuery(useCall()))
