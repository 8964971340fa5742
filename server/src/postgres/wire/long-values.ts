import type { Duplex, Writable } from 'node:stream'
import { createLongRow, type LongValueTaker } from './long-row.ts'
import { MessageType, tapMessages } from './tap-messages.ts'

/** A reader between a connection's socket and pg. */
export type LongValueTap = {
  /** The receiver of the next row's long value. Without one, the row goes to pg unchanged. */
  taker: LongValueTaker | undefined
}

/** Rows up to this many bytes go to pg as a whole. */
const LONGEST_HELD = 1024 * 1024
/** A file that has ended no longer emits `drain`, and a failed one emits `close`. */
const CAUGHT_UP = ['drain', 'finish', 'close']

/**
 * Passes everything that Postgres sends on to pg, except values too long for memory: their bytes go
 * to the taker as they arrive, and pg sees empty values. Pauses the socket while a taker's file is
 * behind.
 */
export function tapLongValues(stream: Duplex): LongValueTap {
  const tap: LongValueTap = { taker: undefined }

  function keepPace(file: Writable): void {
    stream.pause()
    const goOn = () => {
      for (const event of CAUGHT_UP) file.off(event, goOn)
      stream.resume()
    }
    for (const event of CAUGHT_UP) file.once(event, goOn)
  }

  // By then pg has the messages before the row, which show which transaction it belongs to.
  tapMessages(stream, LONGEST_HELD, (type) =>
    type === MessageType.dataRow && tap.taker ? createLongRow(tap.taker, keepPace) : undefined,
  )
  return tap
}
