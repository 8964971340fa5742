import { clearHistory, listPastRuns } from '@stoa/contract/operations/platform/content-history'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useCall } from '../../client/client-context.ts'
import { useEndpointMutation } from '../../client/endpoint-hooks.ts'

export type { PastRun } from '@stoa/contract/platform/content-history'
export type RunOutcome = 'all' | 'succeeded' | 'failed'

const historyKey = (ref: string) => ['sql-history', ref] as const

/** The caller's runs in a project in pages, the newest first. */
export function usePastRuns(ref: string, filter: { search: string; outcome: RunOutcome }) {
  const call = useCall()
  return useInfiniteQuery({
    queryKey: [...historyKey(ref), filter],
    initialPageParam: undefined as number | undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
    queryFn: ({ pageParam: before, signal }) =>
      call(listPastRuns, {
        params: { ref },
        query: { ...filter, limit: 50, ...(before !== undefined && { before }) },
        signal,
      }),
    getNextPageParam: (last) => (last.has_more ? last.runs.at(-1)?.id : undefined),
  })
}

export const useClearHistory = (ref: string) =>
  useEndpointMutation(clearHistory, {
    input: () => ({ params: { ref } }),
    invalidates: historyKey(ref),
    meta: { failure: 'Failed to clear the history' },
  })
