import type { Duplex, Writable } from 'node:stream'
import { createLongRow, type LongRow, type LongValueTaker } from './long-row.ts'
import { tapSocket } from './tap-socket.ts'

/** Stands between a connection's socket and pg. */
export type LongValueTap = {
  /** Who wants the long value of the next row; without one the row goes to pg as it is. */
  taker: LongValueTaker | undefined
}

type Feed = (bytes: Buffer) => void

/** The first byte of a row's message. */
const DATA_ROW = 0x44
/** A message's first byte and its length. */
const HEADER = 5
/** Rows up to this many bytes are pg's to hold. */
const LONGEST_HELD = 1024 * 1024
/** What has ended says no more that it is ready; what has failed is closed. */
const CAUGHT_UP = ['drain', 'finish', 'close']
const nothing: Buffer = Buffer.alloc(0)

/**
 * Lets everything that Postgres sends pass to pg, but for values too long to be held: their bytes go
 * to the taker as they arrive, and pg sees them empty. Looks at nothing but the messages' headers,
 * and hands on what it was given uncopied. Stops reading while a taker's file is behind.
 */
export function tapLongValues(stream: Duplex): LongValueTap {
  const tap: LongValueTap = { taker: undefined }
  /** A header that the end of a chunk cut in two. */
  let cut: Buffer = nothing
  /** Bytes to come of a message whose header has passed. */
  let passing = 0
  let row: LongRow | undefined

  /** Hands on everything up to the next long row, and answers with what begins there. */
  function passOn(chunk: Buffer, feed: Feed): Buffer {
    let from = 0
    let at = passing
    while (at + HEADER <= chunk.length) {
      const length = chunk.readUInt32BE(at + 1)
      if (length > LONGEST_HELD && chunk[at] === DATA_ROW) {
        // What comes before it tells whose row it is.
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
