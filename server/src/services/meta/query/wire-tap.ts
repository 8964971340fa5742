import type { Duplex } from 'node:stream'
import { tapSocket } from '../../../postgres/tap-socket.ts'

/** Receives the rows of a connection instead of the driver. */
export type RowSink = {
  /** Asked before a row of this size is read; a refused row is skipped without buffering. */
  wants(byteLength: number): boolean
  take(cells: (string | null)[]): void
}

const DATA_ROW = 0x44
const COPY_DATA = 0x64
const HEADER_LENGTH = 5

/**
 * Maximum bytes kept of any other message. A notice can have a gigabyte, more than a JavaScript
 * string can hold.
 */
const MAX_MESSAGE = 1_000_000

type OpenMessage = {
  readonly code: number
  readonly use: 'skip' | 'row' | 'pass'
  parts: Buffer[]
  /** Bytes still to keep, and bytes still to arrive. */
  room: number
  left: number
}

/**
 * A reader between a connected driver and its socket. Data rows go to the sink or are dropped, COPY
 * output is dropped, and every other message is passed to the driver, truncated if it is too long.
 * So a result of any size, or a cell of a gigabyte, costs only the memory of the rows that are
 * kept.
 */
export function tapRows(stream: Duplex, sink: RowSink): void {
  let header: Buffer = Buffer.alloc(0)
  let open: OpenMessage | undefined

  const close = (message: OpenMessage, feed: (bytes: Buffer) => void) => {
    open = undefined
    if (message.use === 'row') sink.take(readCells(join(message.parts)))
    if (message.use === 'pass') feed(rebuild(message))
  }

  const begin = (code: number, length: number): OpenMessage => {
    const use = useOf(code, length, sink)
    const room = use === 'pass' ? Math.min(length, MAX_MESSAGE) : length
    return { code, use, parts: [], room, left: length }
  }

  tapSocket(stream, (chunk, feed) => {
    const bytes = header.length > 0 ? Buffer.concat([header, chunk]) : chunk
    header = Buffer.alloc(0)
    let at = 0
    while (at < bytes.length || open) {
      if (open) {
        const end = Math.min(bytes.length, at + open.left)
        keep(open, bytes.subarray(at, end))
        at = end
        if (open.left > 0) return
        close(open, feed)
      } else if (bytes.length - at < HEADER_LENGTH) {
        header = Buffer.from(bytes.subarray(at))
        return
      } else {
        open = begin(bytes.readUInt8(at), bytes.readUInt32BE(at + 1) - 4)
        at += HEADER_LENGTH
      }
    }
  })
}

function useOf(code: number, length: number, sink: RowSink): OpenMessage['use'] {
  if (code === COPY_DATA) return 'skip'
  if (code !== DATA_ROW) return 'pass'
  return sink.wants(length) ? 'row' : 'skip'
}

function keep(message: OpenMessage, bytes: Buffer): void {
  message.left -= bytes.length
  if (message.use === 'skip' || message.room === 0) return
  const kept = bytes.subarray(0, message.room)
  message.room -= kept.length
  message.parts.push(kept)
}

const join = (parts: Buffer[]): Buffer =>
  parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)

function rebuild({ code, parts }: OpenMessage): Buffer {
  const body = join(parts)
  // Fields and lists of fields end with NUL; truncation removes both NULs.
  const tail = body.length < MAX_MESSAGE ? 0 : 2
  const message = Buffer.alloc(HEADER_LENGTH + body.length + tail)
  message.writeUInt8(code, 0)
  message.writeUInt32BE(4 + body.length + tail, 1)
  body.copy(message, HEADER_LENGTH)
  return message
}

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
