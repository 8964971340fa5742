import path from 'node:path'
import type { LogSourceName } from '@stoa/contract/catalog/log-sources'

/**
 * The files of a project's logs. Each source has a folder; each hour of events (UTC, by the event's
 * own time) is one segment while it is written, and one Parquet file after it is compacted. Events
 * that arrive for an hour that is already compacted begin a further segment with the next number.
 *
 *     <folder>/<ref>/<source>/2026-01-31T23.0.ndjson
 *     <folder>/<ref>/<source>/2026-01-31T23.0.parquet
 *
 * A line of a segment is one object: `id`, `timestamp` (microseconds since 1970), `event_message`,
 * `severity`, `request_id` and the columns of the source (`logColumn` of the contract's catalog).
 */
export function sourceFolder(folder: string, ref: string, source: LogSourceName): string {
  return path.join(folder, ref, source)
}

export type LogFile = {
  readonly name: string
  /** The beginning of its hour, in milliseconds since 1970. */
  readonly hour: number
  /** Grows by one for each further segment of the same hour. */
  readonly part: number
  readonly format: 'ndjson' | 'parquet'
}

const NAME = /^(\d{4}-\d{2}-\d{2}T\d{2})\.(\d{1,9})\.(ndjson|parquet)$/

/** The parts of a file's name; undefined for any other file. */
export function parseLogFile(name: string): LogFile | undefined {
  const match = NAME.exec(name)
  if (!match) return undefined
  const [, hour, part, format] = match as unknown as [string, string, string, LogFile['format']]
  const time = Date.parse(`${hour}:00:00Z`)
  return Number.isNaN(time) ? undefined : { name, hour: time, part: Number(part), format }
}

const DAMAGED = /^(\d{4}-\d{2}-\d{2}T\d{2})\.\d{1,9}\.damaged$/

/** The hour of a file with the damaged lines of a segment; undefined for any other file. */
export function damagedHour(name: string): number | undefined {
  const hour = DAMAGED.exec(name)?.[1]
  const time = hour === undefined ? Number.NaN : Date.parse(`${hour}:00:00Z`)
  return Number.isNaN(time) ? undefined : time
}

export function logFileName({ hour, part, format }: Omit<LogFile, 'name'>): string {
  return `${new Date(hour).toISOString().slice(0, 13)}.${part}.${format}`
}
