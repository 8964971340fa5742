import { open } from 'node:fs/promises'
import type { LogSourceName } from '@stoa/contract/catalog/log-sources'
import { eventOfLine, type DrainEvent } from './event.ts'
import { MAX_LINE_BYTES } from './limits.ts'

export type SegmentBatch = {
  readonly events: readonly DrainEvent[]
  /** Where the next batch begins. */
  readonly end: number
}

type SegmentRange = {
  readonly path: string
  readonly from: number
  /** The bytes of the file that are whole lines. */
  readonly size: number
  readonly maxEvents: number
  readonly maxBytes: number
}

const LINE_BREAK = 0x0a

/** The next events of a segment. Damaged lines are passed over. */
export async function readSegment(
  source: LogSourceName,
  range: SegmentRange,
): Promise<SegmentBatch> {
  const { from, size, maxEvents, maxBytes } = range
  if (from >= size) return { events: [], end: from }
  const bytes = await readLines(range, Math.min(maxBytes, size - from))
  const events: DrainEvent[] = []
  let at = 0
  while (at < bytes.length && events.length < maxEvents) {
    const end = bytes.indexOf(LINE_BREAK, at)
    const event = eventOfLine(source, bytes.toString('utf8', at, end))
    if (event) events.push(event)
    at = end + 1
  }
  return { events, end: Math.min(from + at, size) }
}

/** Whole lines from a place on: as many as fit, and at least one. */
async function readLines(range: SegmentRange, length: number): Promise<Buffer> {
  const handle = await open(range.path)
  try {
    const buffer = Buffer.alloc(length)
    const { bytesRead } = await handle.read(buffer, 0, length, range.from)
    const last = buffer.subarray(0, bytesRead).lastIndexOf(LINE_BREAK)
    if (last !== -1) return buffer.subarray(0, last + 1)
    const left = range.size - range.from
    // Without a line break in a range that has whole lines, the first line is longer than the range.
    if (bytesRead === length && length < Math.min(left, MAX_LINE_BYTES))
      return await readLines(range, Math.min(left, length * 2))
    return Buffer.concat([buffer.subarray(0, bytesRead), Buffer.of(LINE_BREAK)])
  } finally {
    await handle.close()
  }
}

/** How many events a segment has. */
export async function countEvents(
  source: LogSourceName,
  { path, bytes: size }: { readonly path: string; readonly bytes: number },
): Promise<number> {
  let count = 0
  let from = 0
  while (from < size) {
    const range = { path, from, size, maxEvents: 100_000, maxBytes: MAX_LINE_BYTES }
    const { events, end } = await readSegment(source, range)
    count += events.length
    from = end
  }
  return count
}
