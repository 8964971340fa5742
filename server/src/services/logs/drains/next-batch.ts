import type { LogSourceName } from '@stoa/contract/catalog/log-sources'
import { countParquetRows } from '../../../lib/table-files/count-parquet-rows.ts'
import type { LogParts, StoredLogFile } from '../../../logs/index.ts'
import type { DrainPosition } from '../../../project/drain-records.ts'
import { readLogs } from '../read.ts'
import { eventOfRow, type DrainEvent } from './event.ts'
import { eventsAfter } from './queries.ts'
import { countEvents, readSegment } from './read-segment.ts'

export type DrainBatch = {
  readonly events: readonly DrainEvent[]
  /** The position after these events. */
  readonly next: DrainPosition
  /** Nothing was left after these events when the files were listed. */
  readonly isEnd: boolean
}

export type BatchRequest = {
  readonly ref: string
  readonly source: LogSourceName
  readonly hour: number
  readonly position: DrainPosition | undefined
  readonly maxEvents: number
  readonly maxBytes: number
}

type LogFiles = Pick<LogParts, 'store' | 'reader'>

const HOUR_MS = 3_600_000
/** The query process sorts a page in memory. */
const PAGE = 2000

/**
 * The next events of an hour, or a position without events where a file ends; undefined if nothing
 * is left. Segments are read here. A process that can read compacted files is only started for a
 * drain that was not done with a file when it was compacted.
 */
export async function nextBatch(
  logs: LogFiles,
  request: BatchRequest,
): Promise<DrainBatch | undefined> {
  const { ref, source, hour } = request
  const files = await logs.store.files(ref, source, { from: hour, to: hour + HOUR_MS })
  const from = request.position?.part ?? 0
  const [file, following] = files.filter(({ part }) => part >= from)
  if (!file) return undefined
  const position =
    request.position?.part === file.part
      ? request.position
      : startOf({ source, hour, part: file.part })
  if (file.format === 'parquet') return batchOfCompacted(logs, { ...request, position }, file)
  const batch = await batchOfSegment(file, { ...request, position })
  if (batch) return { ...batch, isEnd: batch.isEnd && !following }
  if (!following) return undefined
  // The next segment of an hour begins after the one before was closed.
  return { events: [], next: startOf({ ...position, part: file.part + 1 }), isEnd: false }
}

type Placed = BatchRequest & { readonly position: DrainPosition }

async function batchOfSegment(
  file: StoredLogFile,
  { position, ...request }: Placed,
): Promise<DrainBatch | undefined> {
  const { source, maxEvents, maxBytes } = request
  // A shorter file than before is another one.
  const known = position.bytes <= file.bytes ? position : startOf(position)
  const range = { path: file.path, from: known.bytes, size: file.bytes, maxEvents, maxBytes }
  const { events, end } = await readSegment(source, range)
  if (end === known.bytes) return undefined
  const next = { ...known, bytes: end, events: known.events + events.length }
  return { events, next, isEnd: end === file.bytes }
}

async function batchOfCompacted(
  { reader }: LogFiles,
  { ref, position, ...request }: Placed,
  file: StoredLogFile,
): Promise<DrainBatch> {
  const { source } = position
  const done: DrainBatch = {
    events: [],
    next: startOf({ ...position, part: file.part + 1 }),
    isEnd: false,
  }
  const isSegmentPosition = position.cursor === undefined
  if (isSegmentPosition && position.events > 0) {
    if ((await rowsOf(file)) === position.events) return done
  }
  // The order of a compacted file differs from that of its segment, so a file that was sent in part
  // is sent again as a whole: receivers recognize the events by their ids.
  const known = isSegmentPosition ? startOf(position) : position
  const limit = Math.min(request.maxEvents, PAGE)
  const rows = await readLogs(reader, ref, {
    sources: [source],
    span: { from: file.hour * 1000, to: (file.hour + HOUR_MS) * 1000 },
    statement: eventsAfter(source, known.cursor, limit),
    maxRows: limit,
    file: file.name,
    signal: undefined,
  })
  const events = rows.flatMap((row) => eventOfRow(source, row) ?? [])
  const last = events.at(-1)
  if (!last) return done
  const cursor = { timestamp: last.timestamp, id: last.id }
  const next = { ...known, bytes: 0, events: known.events + events.length, cursor }
  return { events, next, isEnd: false }
}

/** None if the file is damaged: nobody can read it. */
const rowsOf = ({ path }: StoredLogFile) => countParquetRows(path).catch(() => 0)

const startOf = ({
  source,
  hour,
  part,
}: Pick<DrainPosition, 'source' | 'hour' | 'part'>): DrainPosition => ({
  source,
  hour,
  part,
  bytes: 0,
  events: 0,
  cursor: undefined,
})

/** How many events of a file a drain at this position has not sent. */
export async function countUnsent(
  source: LogSourceName,
  file: StoredLogFile,
  position: DrainPosition | undefined,
): Promise<number> {
  if (position && position.part > file.part) return 0
  const total = await (file.format === 'parquet' ? rowsOf(file) : countEvents(source, file))
  return Math.max(0, total - (position?.part === file.part ? position.events : 0))
}

/** The position of a drain that has nothing left to send from a file. */
export const positionAfter = (source: LogSourceName, { hour, part }: StoredLogFile) =>
  startOf({ source, hour, part: part + 1 })
