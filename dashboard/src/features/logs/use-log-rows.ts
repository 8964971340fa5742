import type { LogRow } from '@stoa/contract/services/logs/logs'
import { useCallback, useMemo } from 'react'
import { useEvents, useRefreshLogs } from '../../data/resources/services/logs/events.ts'
import type { LogScope } from '../../data/resources/services/logs/scope.ts'
import { useLogTail } from './tail/use-log-tail.ts'

type LogRowsOptions = {
  projectRef: string
  scope: LogScope
  isLive: boolean
  /** Whether somebody reads, so that new events wait. */
  isReading: boolean
}

/** The loaded events of a scope from the newest, with those that arrive in live mode. */
export function useLogRows({ projectRef, scope, isLive, isReading }: LogRowsOptions) {
  const query = useEvents(projectRef, scope)
  const refresh = useRefreshLogs(projectRef)
  const { data, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const older = useMemo(() => data?.pages.flatMap(({ events }) => events), [data])
  const tail = useLogTail({
    projectRef,
    scope,
    loaded: isPlaceholderData ? undefined : data?.pages[0]?.events,
    isLive,
    isReading,
    onBehind: () => void refresh(),
  })
  const { shown } = tail
  const rows = useMemo<readonly LogRow[]>(
    () => (shown.length === 0 ? (older ?? []) : [...shown, ...(older ?? [])]),
    [shown, older],
  )
  const canLoad = hasNextPage && !isFetchingNextPage && !query.isFetchNextPageError
  const loadOlder = useCallback(() => {
    if (canLoad) void fetchNextPage()
  }, [canLoad, fetchNextPage])
  return { query, rows, tail, loadOlder, refresh, dropped: data?.pages[0]?.dropped ?? 0 }
}
