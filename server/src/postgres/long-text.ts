import { randomUUID } from 'node:crypto'
import {
  close,
  createReadStream,
  createWriteStream,
  openSync,
  unlinkSync,
  type WriteStream,
} from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'

/** One value of an answer that is too long to be held in memory. Whoever gets it opens or discards it, once. */
export type LongText = {
  readonly byteLength: number
  /** The value's bytes, read at the pace of who reads; ending the stream gives the space back. */
  open(): Readable
  discard(): void
}

/** A long text on its way in. */
export type IncomingText = {
  readonly file: WriteStream
  /** Settles once the file has ended; rejects where it could not be written. */
  readonly whole: Promise<LongText>
  /** Gives up what has arrived. */
  abandon(): void
}

const WRITE_AHEAD = 1024 * 1024
const READ_AHEAD = 128 * 1024

/**
 * Keeps one long text in a file without a name, so that nothing is left of it, whatever ends first:
 * its reader, or this process.
 *
 * @param folder should lie on a disk rather than in memory.
 */
export function receiveLongText(folder: string, byteLength: number): IncomingText {
  const name = path.join(folder, `.long-${randomUUID()}`)
  const fd = openSync(name, 'wx+', 0o600)
  unlinkSync(name)
  const file = createWriteStream('', { fd, autoClose: false, highWaterMark: WRITE_AHEAD })
  const discard = () => close(fd)
  const text: LongText = {
    byteLength,
    open: () => createReadStream('', { fd, start: 0, highWaterMark: READ_AHEAD }),
    discard,
  }
  const whole = finished(file).then(
    () => text,
    (error: unknown) => {
      // Closes the file too, once nothing is being written any more.
      file.destroy()
      throw error
    },
  )
  // Whoever waits hears of it; where nobody came to wait, there is nobody to tell.
  whole.catch(() => {})
  return {
    file,
    whole,
    abandon() {
      if (file.writableFinished) discard()
      else file.destroy()
    },
  }
}
