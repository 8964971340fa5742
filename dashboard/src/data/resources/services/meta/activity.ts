import type { DatabaseSession, TABLE_SIZE_SORTS } from '@stoa/contract/services/meta/activity'
import {
  cancelSession,
  getActivity,
  getWal,
  listTableSizes,
  terminateSession,
} from '@stoa/contract/operations/services/meta/activity'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Call } from '../../../client/api.ts'
import { useCall } from '../../../client/client-context.ts'
import { endpointQuery, useEndpointMutation } from '../../../client/endpoint-hooks.ts'
import { pagesQuery } from './pages.ts'
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
export const activityQuery = (call: Call, ref: string) =>
  endpointQuery(call, getActivity, {
    input: { params: { ref } },
    queryKey: activityKeys.sessions(ref),
    refetchInterval: SESSIONS_POLL_MS,
    gcTime: 0,
  })

export const useActivity = (ref: string) => useQuery(activityQuery(useCall(), ref))

/** The sessions at the moment a page opens, without further reads. */
export const useSessions = (ref: string) =>
  useQuery({ ...activityQuery(useCall(), ref), refetchInterval: false })

/** The size of the database and of the write-ahead log, read every ten seconds. */
export const walQuery = (call: Call, ref: string) =>
  endpointQuery(call, getWal, {
    input: { params: { ref } },
    queryKey: activityKeys.wal(ref),
    refetchInterval: WAL_POLL_MS,
  })

export const useWal = (ref: string) => useQuery(walQuery(useCall(), ref))

export type TableSizeSort = (typeof TABLE_SIZE_SORTS)[number]

/** Tables with their sizes, page by page. While another order loads, the previous list stays. */
export function tableSizesQuery(
  call: Call,
  ref: string,
  wanted: { search: string; sort: TableSizeSort },
) {
  return pagesQuery({
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

export const useTableSizes = (ref: string, wanted: { search: string; sort: TableSizeSort }) =>
  useInfiniteQuery(tableSizesQuery(useCall(), ref, wanted))

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
