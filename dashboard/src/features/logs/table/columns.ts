import type { LogRow } from '@stoa/contract/services/logs/logs'
import { clockTime, eventTime } from '../log-time.ts'
import { LEVEL_LABELS, sourceName } from '../words.ts'

export type LogColumnName = Exclude<keyof LogRow, 'id'>

export type LogColumn = {
  readonly name: LogColumnName
  readonly label: string
  /** Its width in rem; the least one if it grows. */
  readonly width: number
  /** The share of free width that it takes. */
  readonly grows?: number
  readonly text: (row: LogRow) => string
  readonly isNumber?: boolean
}

const count = (value: number | null) => (value === null ? '' : String(value))

export const LOG_COLUMNS: readonly LogColumn[] = [
  {
    name: 'timestamp',
    label: 'Time',
    width: 10,
    text: ({ timestamp }) => eventTime(timestamp),
  },
  {
    name: 'severity',
    label: 'Severity',
    width: 5.5,
    text: ({ severity }) => LEVEL_LABELS[severity],
  },
  { name: 'source', label: 'Source', width: 7.5, text: ({ source }) => sourceName(source) },
  { name: 'status', label: 'Status', width: 3.5, text: ({ status }) => count(status) },
  { name: 'method', label: 'Method', width: 4.5, text: ({ method }) => method ?? '' },
  { name: 'path', label: 'Path', width: 8, grows: 1, text: ({ path }) => path ?? '' },
  {
    name: 'duration_ms',
    label: 'Duration',
    width: 5.5,
    isNumber: true,
    text: ({ duration_ms: duration }) => (duration === null ? '' : formatDuration(duration)),
  },
  { name: 'host', label: 'Host', width: 9, text: ({ host }) => host ?? '' },
  { name: 'user', label: 'User', width: 9, text: ({ user }) => user ?? '' },
  {
    name: 'request_id',
    label: 'Request',
    width: 9,
    text: ({ request_id: id }) => id ?? '',
  },
  {
    name: 'message',
    label: 'Message',
    width: 14,
    grows: 2,
    text: ({ message }) => message,
  },
]

/** The checkbox of a row, in rem. */
const CHECKBOX = 1.75

/** The tracks of a row, and the width below which the table scrolls sideways. */
export function layoutOf(columns: readonly LogColumn[]) {
  const tracks = columns.map(({ width, grows }) =>
    grows === undefined ? `${width}rem` : `minmax(${width}rem, ${grows}fr)`,
  )
  const width = columns.reduce((sum, column) => sum + column.width, CHECKBOX)
  return { gridTemplateColumns: `${CHECKBOX}rem ${tracks.join(' ')}`, minWidth: `${width}rem` }
}

/** `0.4 ms`, `12 ms`, `1.25 s`. */
export function formatDuration(ms: number): string {
  if (ms >= 1000) return `${Number((ms / 1000).toFixed(2))} s`
  return `${ms < 10 ? Number(ms.toFixed(1)) : Math.round(ms)} ms`
}

const REQUESTS: readonly LogColumnName[] = ['timestamp', 'severity', 'status', 'method', 'path']

/** The columns that a page begins with. */
const FIRST: Readonly<Record<string, readonly LogColumnName[]>> = {
  all: ['timestamp', 'severity', 'source', 'status', 'message'],
  'edge-logs': [...REQUESTS, 'duration_ms'],
  'auth-logs': [...REQUESTS, 'message'],
  'storage-logs': [...REQUESTS, 'duration_ms'],
  'edge-functions-logs': ['timestamp', 'severity', 'source', 'status', 'message'],
  'postgres-logs': ['timestamp', 'severity', 'user', 'message'],
  'pgcron-logs': ['timestamp', 'severity', 'duration_ms', 'message'],
}
const PLAIN: readonly LogColumnName[] = ['timestamp', 'severity', 'message']

export const firstColumns = (slug: string | undefined): readonly LogColumnName[] =>
  FIRST[slug ?? 'all'] ?? PLAIN

/**
 * The columns of a phone, until somebody chooses others: requests by their path, other events by
 * their message. The color of a row tells its severity.
 */
export function narrowColumns(slug: string | undefined): readonly LogColumn[] {
  const names = firstColumns(slug).includes('path') ? ['status', 'path'] : ['message']
  return LOG_COLUMNS.flatMap((column) => {
    if (names.includes(column.name)) return [column]
    if (column.name !== 'timestamp') return []
    return [{ ...column, width: 6.5, text: ({ timestamp }: LogRow) => clockTime(timestamp) }]
  })
}

/** The columns of a URL, or those that the page begins with. */
export function columnsOf(
  text: string | undefined,
  slug: string | undefined,
): readonly LogColumnName[] {
  const names = text?.split(',') ?? []
  const chosen = LOG_COLUMNS.filter(({ name }) => names.includes(name)).map(({ name }) => name)
  return chosen.length === 0 ? firstColumns(slug) : chosen
}

/** The text for the URL, absent for the columns that the page begins with. */
export function formatColumns(
  columns: readonly LogColumnName[],
  slug: string | undefined,
): string | undefined {
  const first = firstColumns(slug)
  const isFirst = columns.length === first.length && first.every((name) => columns.includes(name))
  return isFirst ? undefined : columns.join(',')
}
