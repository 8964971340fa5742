import type { BodyOf } from '@stoa/contract/endpoint'
import type { CronCall, RunStatus } from '@stoa/contract/services/cron/jobs'
import {
  createCronJob,
  deleteCronJob,
  draftCronCommand,
  listCronJobs,
  listCronRuns,
  runCronJob,
  updateCronJob,
} from '@stoa/contract/operations/services/cron/jobs'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import type { Call } from '../../../client/api.ts'
import {
  endpointQuery,
  useEndpointMutation,
  useEndpointQuery,
} from '../../../client/endpoint-hooks.ts'
import { pollEvery } from '../../../client/poll-every.ts'
import { projectKeys } from '../../platform/projects.ts'
import { useCall } from '../../../client/client-context.ts'

export type CronJobDraft = BodyOf<typeof createCronJob>
export type CronJobChange = BodyOf<typeof updateCronJob>

/** Jobs run all the time. A hidden page does not poll. */
const POLL_MS = 2000

const jobsKey = (ref: string) => [...projectKeys.detail(ref), 'cron-jobs'] as const

/** The jobs with their last runs, polled every few seconds while they are shown. */
export const cronJobsQuery = (call: Call, ref: string, search: string) =>
  endpointQuery(call, listCronJobs, {
    input: { params: { ref }, query: search === '' ? {} : { search } },
    queryKey: [...jobsKey(ref), 'list', search],
    placeholderData: (before) => before,
    refetchInterval: pollEvery(POLL_MS),
  })

export const useCronJobs = (ref: string, search: string) =>
  useQuery(cronJobsQuery(useCall(), ref, search))

/** One page of a job's runs, newest first, polled while it is shown. */
export function useCronRuns(
  ref: string,
  id: string,
  query: { status?: RunStatus | undefined; before?: string | undefined },
) {
  return useEndpointQuery(listCronRuns, {
    input: { params: { ref, job_id: id }, query },
    queryKey: [...jobsKey(ref), 'runs', id, query],
    placeholderData: (before) => before,
    refetchInterval: pollEvery(POLL_MS),
  })
}

/** The SQL of a call, which the server writes. Disabled while there is no call. */
export function useCronCommand(ref: string, call: CronCall | undefined) {
  return useEndpointQuery(draftCronCommand, {
    input: call ? { params: { ref }, body: { call } } : skipToken,
    queryKey: ['cron-command', ref, call],
    select: ({ command }) => command,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  })
}

export function useCreateCronJob(ref: string) {
  return useEndpointMutation(createCronJob, {
    input: (body: CronJobDraft) => ({ params: { ref }, body }),
    invalidates: jobsKey(ref),
    meta: { success: 'Job created' },
  })
}

export function useUpdateCronJob(ref: string) {
  return useEndpointMutation(updateCronJob, {
    input: ({ id, ...body }: CronJobChange & { id: string }) => ({
      params: { ref, job_id: id },
      body,
    }),
    invalidates: jobsKey(ref),
    success(_, { is_active: isActive }) {
      if (isActive === undefined) return 'Job saved'
      return isActive ? 'Job resumed' : 'Job paused'
    },
  })
}

export function useRunCronJob(ref: string) {
  return useEndpointMutation(runCronJob, {
    input: (id: string) => ({ params: { ref, job_id: id } }),
    invalidates: jobsKey(ref),
    meta: { failure: 'Failed to run the job', success: 'Job started' },
  })
}

export function useDeleteCronJob(ref: string) {
  return useEndpointMutation(deleteCronJob, {
    input: (id: string) => ({ params: { ref, job_id: id } }),
    invalidates: jobsKey(ref),
    meta: { failure: 'Failed to delete the job', success: 'Job deleted' },
  })
}
