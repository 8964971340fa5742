import type { BodyOf } from '@stoa/contract/endpoint'
import {
  createScheduledQuery,
  deleteScheduledQuery,
  listQueryRuns,
  listScheduledQueries,
  readQueryRun,
  runScheduledQuery,
  updateScheduledQuery,
} from '@stoa/contract/operations/services/alerts/queries'
import { skipToken, useQuery } from '@tanstack/react-query'
import type { Call } from '../../../client/api.ts'
import { useCall } from '../../../client/client-context.ts'
import {
  endpointQuery,
  useEndpointMutation,
  useEndpointQuery,
} from '../../../client/endpoint-hooks.ts'
import { pollEvery } from '../../../client/poll-every.ts'
import { projectKeys } from '../../platform/projects.ts'

export type ScheduledQueryDraft = BodyOf<typeof createScheduledQuery>
export type ScheduledQueryChange = BodyOf<typeof updateScheduledQuery>

const POLL_MS = 3000

const queriesKey = (ref: string) => [...projectKeys.detail(ref), 'scheduled-queries'] as const

export const scheduledQueriesQuery = (call: Call, ref: string) =>
  endpointQuery(call, listScheduledQueries, {
    input: { params: { ref } },
    queryKey: [...queriesKey(ref), 'list'],
    refetchInterval: pollEvery(POLL_MS),
  })

export const useScheduledQueries = (ref: string) => useQuery(scheduledQueriesQuery(useCall(), ref))

export const useQueryRuns = (ref: string, id: string) =>
  useEndpointQuery(listQueryRuns, {
    input: { params: { ref, id } },
    queryKey: [...queriesKey(ref), 'runs', id],
    refetchInterval: pollEvery(POLL_MS),
  })

/** The result of a run; disabled while there is none. */
export const useQueryRun = (ref: string, id: string, runId: string | undefined) =>
  useEndpointQuery(readQueryRun, {
    input: runId === undefined ? skipToken : { params: { ref, id, run_id: runId } },
    queryKey: [...queriesKey(ref), 'run', id, runId],
  })

export function useCreateScheduledQuery(ref: string) {
  return useEndpointMutation(createScheduledQuery, {
    input: (body: ScheduledQueryDraft) => ({ params: { ref }, body }),
    invalidates: queriesKey(ref),
    meta: { success: 'Query scheduled' },
  })
}

export function useUpdateScheduledQuery(ref: string) {
  return useEndpointMutation(updateScheduledQuery, {
    input: ({ id, ...body }: ScheduledQueryChange & { id: string }) => ({
      params: { ref, id },
      body,
    }),
    invalidates: queriesKey(ref),
    meta: { success: 'Scheduled query saved' },
  })
}

export function useRunScheduledQuery(ref: string) {
  return useEndpointMutation(runScheduledQuery, {
    input: (id: string) => ({ params: { ref, id } }),
    invalidates: queriesKey(ref),
    meta: { failure: 'Failed to run the query', success: 'Query started' },
  })
}

export function useDeleteScheduledQuery(ref: string) {
  return useEndpointMutation(deleteScheduledQuery, {
    input: (id: string) => ({ params: { ref, id } }),
    invalidates: queriesKey(ref),
    meta: { failure: 'Failed to delete the query', success: 'Scheduled query deleted' },
  })
}
