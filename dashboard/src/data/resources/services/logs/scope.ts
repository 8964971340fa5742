import type { BodyOf } from '@stoa/contract/endpoint'
import type { LogSourceName } from '@stoa/contract/catalog/log-sources'
import type { LogFilter, LogRow, searchLogs } from '@stoa/contract/services/logs/logs'

/** A span of time: the last minutes until now, or from one time to another in ISO 8601. */
export type LogRange =
  | { readonly kind: 'last'; readonly minutes: number }
  | { readonly kind: 'between'; readonly from: string; readonly to: string }

/** The events that a page shows. */
export type LogScope = {
  readonly range: LogRange
  /** The sources of the page, or undefined for all. */
  readonly sources?: readonly LogSourceName[] | undefined
  readonly filters: readonly LogFilter[]
  readonly search: string
}

const MINUTE_MS = 60_000

/** The times of a range. One that ends now can end later, for events that are still to come. */
export function timesOf(
  range: LogRange,
  { now = Date.now, aheadMs = 0 } = {},
): { from: string; to: string } {
  if (range.kind === 'between') return { from: range.from, to: range.to }
  const end = now()
  return {
    from: new Date(end - range.minutes * MINUTE_MS).toISOString(),
    to: new Date(end + aheadMs).toISOString(),
  }
}

type Selection = Omit<BodyOf<typeof searchLogs>, 'before' | 'after' | 'limit'>

/**
 * The selection of a request. A filter on the source becomes the request's sources, so that the
 * server leaves the others unread and can filter by fields of the only one.
 */
export function selectionOf(scope: LogScope, clock: Parameters<typeof timesOf>[1] = {}): Selection {
  const isOfSource = ({ field, operator }: LogFilter) => field === 'source' && operator === '='
  const chosen = scope.filters
    .find(isOfSource)
    ?.values.filter(isSource)
    .filter((name) => scope.sources?.includes(name) ?? true)
  const isNarrowed = chosen !== undefined && chosen.length > 0
  const sources = isNarrowed ? chosen : scope.sources
  const filters = isNarrowed ? scope.filters.filter((each) => !isOfSource(each)) : scope.filters
  return {
    ...timesOf(scope.range, clock),
    ...(sources && { sources: [...sources] }),
    filters: [...filters],
    ...(scope.search !== '' && { search: scope.search }),
  }
}

const SOURCES: Readonly<Record<Exclude<LogSourceName, 'metrics'>, true>> = {
  edge_logs: true,
  auth_logs: true,
  storage_logs: true,
  function_edge_logs: true,
  function_logs: true,
  postgres_logs: true,
  realtime_logs: true,
  postgrest_logs: true,
  supavisor_logs: true,
  pgbouncer_logs: true,
  pg_upgrade_logs: true,
  pg_cron_logs: true,
}

export const isSource = (name: string): name is LogSourceName => Object.hasOwn(SOURCES, name)

/** An event's identity. Ids are unique within a source. */
export const keyOf = ({ source, id }: Pick<LogRow, 'source' | 'id'>) => `${source}:${id}`
