import {
  cancelSession,
  getActivity,
  getWal,
  listTableSizes,
  terminateSession,
} from '@stoa/contract/operations/services/meta/activity'
import type { DatabaseSession, TABLE_SIZE_SORTS } from '@stoa/contract/services/meta/activity'
import { useCall } from '../../client/client-context.ts'
import { useEndpointMutation, useEndpointQuery } from '../../client/endpoint-hooks.ts'
import { usePages } from './pages.ts'
import { databaseKeys } from './tables.ts'

const activityKeys = {
  sessions: (ref: string) => ['database-activity', ref, 'sessions'] as const,
  wal: (ref: string) => ['database-activity', ref, 'wal'] as const,
  // A vacuum changes the sizes, so they are reloaded with the catalog.
  sizes: (ref: string, wanted: object) => [...databaseKeys.all(ref), 'sizes', wanted] as const,
}

const SESSIONS_POLL_MS = 1000
const WAL_POLL_MS = 10_000

/** Sessions and locks, read once a second while the page is visible. */
export function useActivity(ref: string) {
  return useEndpointQuery(getActivity, {
    input: { params: { ref } },
    queryKey: activityKeys.sessions(ref),
    refetchInterval: SESSIONS_POLL_MS,
    gcTime: 0,
  })
}

/** The size of the database and of the write-ahead log, read every ten seconds. */
export function useWal(ref: string) {
  return useEndpointQuery(getWal, {
    input: { params: { ref } },
    queryKey: activityKeys.wal(ref),
    refetchInterval: WAL_POLL_MS,
  })
}

export type TableSizeSort = (typeof TABLE_SIZE_SORTS)[number]

/** Tables with their sizes, page by page. While another order loads, the previous list stays. */
export function useTableSizes(ref: string, wanted: { search: string; sort: TableSizeSort }) {
  const call = useCall()
  return usePages({
    queryKey: activityKeys.sizes(ref, wanted),
    read: (page, signal) =>
      call(listTableSizes, {
        params: { ref },
        query: {
          sort: wanted.sort,
          ...(wanted.search !== '' && { search: wanted.search }),
          ...page,
        },
        signal,
      }),
  })
}

const targetOf = (ref: string) => ({
  input: ({ pid, backend_start }: DatabaseSession) => ({
    params: { ref },
    body: { pid, backend_start },
  }),
  invalidates: activityKeys.sessions(ref),
})

export const useCancelSession = (ref: string) => useEndpointMutation(cancelSession, targetOf(ref))
export const useTerminateSession = (ref: string) =>
  useEndpointMutation(terminateSession, targetOf(ref))
