import type { LogSourceName } from '@stoa/contract/catalog/log-sources'
import type { LogCursor, LogRow } from '@stoa/contract/services/logs/logs'
import {
  readLogEvent,
  readLogFacets,
  readLogHistogram,
  readLogStorage,
  searchLogs,
  traceLogs,
} from '@stoa/contract/operations/services/logs/logs'
import type { ResponseOf } from '@stoa/contract/endpoint'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  skipToken,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type InfiniteData,
} from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Call } from '../../../client/api.ts'
import { useCall } from '../../../client/client-context.ts'
import { useEndpointQuery, endpointQuery } from '../../../client/endpoint-hooks.ts'
import { selectionOf, type LogScope } from './scope.ts'

export type LogEvent = ResponseOf<typeof readLogEvent>
export type LogHistogram = ResponseOf<typeof readLogHistogram>
export type LogFacets = ResponseOf<typeof readLogFacets>
type LogPage = ResponseOf<typeof searchLogs>

const PAGE_SIZE = 200
const BUCKETS = 80

const logsKey = (ref: string) => ['logs', ref] as const

/**
 * A range that ends now has other times in each request, so the times are no part of a key: the
 * queries are read again when somebody refreshes the page, and not by themselves.
 */
const KEPT = {
  staleTime: Infinity,
  // Many loaded pages take much memory.
  gcTime: 10_000,
  refetchOnWindowFocus: false,
  placeholderData: keepPreviousData,
} as const

/** The events of a scope from the newest, page by page. */
export const eventsQuery = (call: Call, ref: string, scope: LogScope) =>
  infiniteQueryOptions({
    ...KEPT,
    queryKey: [...logsKey(ref), 'events', scope],
    queryFn: ({ pageParam, signal }) =>
      call(searchLogs, {
        params: { ref },
        body: {
          ...selectionOf(scope),
          limit: PAGE_SIZE,
          ...(pageParam && { before: pageParam }),
        },
        signal,
      }),
    initialPageParam: null as LogCursor | null,
    getNextPageParam: ({ events, has_more: hasMore }): LogCursor | null => {
      const last = events.at(-1)
      return hasMore && last ? { timestamp: last.timestamp, id: last.id } : null
    },
    // Comparing a hundred thousand events one by one would block the page, and none ever changes.
    structuralSharing: false,
  })

export const useEvents = (ref: string, scope: LogScope) =>
  useInfiniteQuery(eventsQuery(useCall(), ref, scope))

export const histogramQuery = (call: Call, ref: string, scope: LogScope) =>
  queryOptions({
    ...KEPT,
    queryKey: [...logsKey(ref), 'histogram', scope],
    queryFn: ({ signal }) =>
      call(readLogHistogram, {
        params: { ref },
        body: { ...selectionOf(scope), buckets: BUCKETS },
        signal,
      }),
  })

export const useHistogram = (ref: string, scope: LogScope) =>
  useQuery(histogramQuery(useCall(), ref, scope))

export const facetsQuery = (call: Call, ref: string, scope: LogScope) =>
  queryOptions({
    ...KEPT,
    queryKey: [...logsKey(ref), 'facets', scope],
    queryFn: ({ signal }) =>
      call(readLogFacets, {
        params: { ref },
        body: selectionOf(scope),
        signal,
      }),
  })

export const useFacets = (ref: string, scope: LogScope) =>
  useQuery(facetsQuery(useCall(), ref, scope))

/** Reads the events again from the newest, and the numbers. Pages of older events are dropped. */
export function useRefreshLogs(ref: string) {
  const client = useQueryClient()
  return async () => {
    client.setQueriesData<InfiniteData<LogPage, LogCursor | null>>(
      { queryKey: [...logsKey(ref), 'events'] },
      (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
    )
    await client.invalidateQueries({ queryKey: logsKey(ref) })
  }
}

/** Returns a function that reads the events of a scope that are newer than one. */
export function useReadNewer(ref: string, scope: LogScope) {
  const call = useCall()
  return useCallback(
    (after: LogCursor, signal: AbortSignal): Promise<LogPage> =>
      call(searchLogs, {
        params: { ref },
        body: {
          // A little later than now, because the server's clock can differ from the browser's.
          ...selectionOf(scope, { aheadMs: CLOCK_MS }),
          after,
          limit: LIVE_PAGE_SIZE,
        },
        signal,
      }),
    [call, ref, scope],
  )
}

const CLOCK_MS = 60_000
const LIVE_PAGE_SIZE = 500

/** The identity of an event, with the time that finds its file. */
export type EventId = { source: LogSourceName; id: string; timestamp: number }

export const useEvent = (ref: string, event: EventId) =>
  useEndpointQuery(readLogEvent, {
    input: {
      params: { ref, source: event.source, id: event.id },
      query: { timestamp: event.timestamp },
    },
    queryKey: [...logsKey(ref), 'event', event],
    staleTime: Infinity,
  })

/** Everything that one request caused, the oldest first. */
export function useTrace(ref: string, event: LogRow) {
  const { request_id: requestId, timestamp } = event
  return useEndpointQuery(traceLogs, {
    input:
      requestId === null
        ? skipToken
        : { params: { ref, request_id: requestId }, query: { timestamp } },
    queryKey: [...logsKey(ref), 'trace', requestId],
    // Events of the same request can still arrive.
    staleTime: 5000,
  })
}

export const storageQuery = (call: Call, ref: string) =>
  endpointQuery(call, readLogStorage, {
    input: { params: { ref } },
    queryKey: ['log-storage', ref],
  })

export const useLogStorage = (ref: string) => useQuery(storageQuery(useCall(), ref))
