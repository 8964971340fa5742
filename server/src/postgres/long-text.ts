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

/**
 * One value that is too long to keep in memory. Its receiver must either open or discard it, once.
 */
export type LongText = {
  readonly byteLength: number
  /** The value's bytes, at the reader's pace. Ending the stream frees the disk space. */
  open(): Readable
  discard(): void
}

/** A long text that is still arriving. */
export type IncomingText = {
  readonly file: WriteStream
  /** Settles when the file is complete; rejects if it could not be written. */
  readonly whole: Promise<LongText>
  /** Drops the part that has arrived. */
  abandon(): void
}

const WRITE_AHEAD = 1024 * 1024
const READ_AHEAD = 128 * 1024

/**
 * Keeps one long text in a file without a name, so that nothing is left of it when its reader or
 * this process ends.
 *
 * @param folder should be on a disk rather than in memory.
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
      // Also closes the file after the last write.
      file.destroy()
      throw error
    },
  )
  // A caller that waits gets the error. Without this handler, an error that nobody waits for would
  // end the process.
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
