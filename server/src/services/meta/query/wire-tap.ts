import type { Duplex } from 'node:stream'
import { createHolder, createSkipper } from '../../../postgres/wire/bounded-messages.ts'
import {
  HEADER_LENGTH,
  MessageType,
  tapMessages,
  type MessageReader,
} from '../../../postgres/wire/tap-messages.ts'

/** Receives the rows of a connection instead of the driver. */
export type RowSink = {
  /** Asked before a row of this size is read; a refused row is skipped without buffering. */
  wants(byteLength: number): boolean
  take(cells: (string | null)[]): void
}

/**
 * A reader between a connected driver and its socket. Data rows go to the sink or are dropped, COPY
 * output is dropped, and every other message is passed to the driver. So a result of any size, or a
 * cell of a gigabyte, costs only the memory of the rows that are kept.
 */
export function tapRows(stream: Duplex, sink: RowSink): void {
  tapMessages(stream, 0, (type, byteLength) => {
    if (type === MessageType.copyData) return createSkipper(byteLength)
    if (type !== MessageType.dataRow) return undefined
    return sink.wants(byteLength - HEADER_LENGTH)
      ? createRowReader(sink, byteLength)
      : createSkipper(byteLength)
  })
}

function createRowReader(sink: RowSink, byteLength: number): MessageReader {
  const holder = createHolder(byteLength)
  return {
    read: (chunk) => holder.read(chunk),
    whole() {
      const message = holder.whole()
      if (!message) return undefined
      sink.take(readCells(message.subarray(HEADER_LENGTH)))
      return nothing
    },
  }
}

const nothing: Buffer = Buffer.alloc(0)

function readCells(body: Buffer): (string | null)[] {
  const cells: (string | null)[] = []
  const count = body.readInt16BE(0)
  let at = 2
  for (let index = 0; index < count; index += 1) {
    const length = body.readInt32BE(at)
    at += 4
    if (length < 0) {
      cells.push(null)
      continue
    }
    cells.push(body.toString('utf8', at, at + length))
    at += length
  }
  return cells
}
