import type { Duplex, Writable } from 'node:stream'
import { createLongRow, type LongRow, type LongValueTaker } from './long-row.ts'
import { tapSocket } from './tap-socket.ts'

/** A reader between a connection's socket and pg. */
export type LongValueTap = {
  /** The receiver of the next row's long value. Without one, the row goes to pg unchanged. */
  taker: LongValueTaker | undefined
}

type Feed = (bytes: Buffer) => void

/** The first byte of a row's message. */
const DATA_ROW = 0x44
/** A message's first byte and its length. */
const HEADER = 5
/** Rows up to this many bytes go to pg as a whole. */
const LONGEST_HELD = 1024 * 1024
/** A file that has ended emits no `drain` any more, and one that failed emits `close`. */
const CAUGHT_UP = ['drain', 'finish', 'close']
const nothing: Buffer = Buffer.alloc(0)

/**
 * Passes everything that Postgres sends on to pg, except values too long for memory: their bytes go
 * to the taker as they arrive, and pg sees empty values. Reads only the messages' headers and
 * passes chunks on without copying them. Pauses the socket while a taker's file is behind.
 */
export function tapLongValues(stream: Duplex): LongValueTap {
  const tap: LongValueTap = { taker: undefined }
  /** The first part of a header that was split by the end of a chunk. */
  let cut: Buffer = nothing
  /** Remaining bytes of a message whose header has been passed on. */
  let passing = 0
  let row: LongRow | undefined

  /** Passes on everything before the next long row, and returns the bytes from there. */
  function passOn(chunk: Buffer, feed: Feed): Buffer {
    let from = 0
    let at = passing
    while (at + HEADER <= chunk.length) {
      const length = chunk.readUInt32BE(at + 1)
      if (length > LONGEST_HELD && chunk[at] === DATA_ROW) {
        // The bytes before the row tell which transaction it belongs to.
        if (at > from) feed(chunk.subarray(from, at))
        from = at
        if (tap.taker) {
          passing = 0
          row = createLongRow(tap.taker, keepPace)
          return chunk.subarray(at)
        }
      }
      at += length + 1
    }
    if (at < chunk.length) cut = chunk.subarray(at)
    passing = Math.max(0, at - chunk.length)
    if (from === 0 && at >= chunk.length) feed(chunk)
    else if (at > from) feed(chunk.subarray(from, at))
    return nothing
  }

  function keepPace(file: Writable): void {
    stream.pause()
    const goOn = () => {
      for (const event of CAUGHT_UP) file.off(event, goOn)
      stream.resume()
    }
    for (const event of CAUGHT_UP) file.once(event, goOn)
  }

  tapSocket(stream, (arrived, feed) => {
    let chunk = cut.length === 0 ? arrived : Buffer.concat([cut, arrived])
    cut = nothing
    while (chunk.length > 0) {
      if (!row) {
        chunk = passOn(chunk, feed)
        continue
      }
      chunk = row.read(chunk)
      const whole = row.whole()
      if (!whole) continue
      row = undefined
      feed(whole)
    }
  })
  return tap
}
