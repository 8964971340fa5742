import { randomUUID } from 'node:crypto'
import { close, createReadStream, createWriteStream, openSync, unlinkSync } from 'node:fs'
import path from 'node:path'
import { Writable, type Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { toDiskFull } from '../../lib/disk-full.ts'
import { AppError } from '../../lib/errors.ts'
import type { DiskBudget } from './disk-budget.ts'

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
  readonly file: Writable
  /**
   * Settles when the file is complete; rejects with 507 `disk_full` or another error if it could
   * not be written, and with 429 `too_many_long_responses` if there was no budget for it.
   */
  readonly whole: Promise<LongText>
  /** Drops the part that has arrived. */
  abandon(): void
}

export type LongTexts = {
  /** Whether the text should be on disk rather than in memory. */
  readonly folder: string
  readonly budget: DiskBudget
}

/** Names of the files until they are unlinked, right after their creation. */
export const LONG_TEXT_PREFIX = '.long-'

const WRITE_AHEAD = 1024 * 1024
const READ_AHEAD = 128 * 1024

/**
 * Keeps one long text in a file without a name, so that it vanishes when its reader or this process
 * ends.
 */
export function receiveLongText({ folder, budget }: LongTexts, byteLength: number): IncomingText {
  const giveBack = budget.take(byteLength)
  if (!giveBack) return refuseLongText()
  try {
    return keepLongText(folder, byteLength, giveBack)
  } catch (error) {
    giveBack()
    throw error
  }
}

function keepLongText(folder: string, byteLength: number, giveBack: () => void): IncomingText {
  const name = path.join(folder, `${LONG_TEXT_PREFIX}${randomUUID()}`)
  const fd = openSync(name, 'wx+', 0o600)
  unlinkSync(name)
  const file = createWriteStream('', { fd, autoClose: false, highWaterMark: WRITE_AHEAD })
  const discard = () => {
    close(fd)
    giveBack()
  }
  const text: LongText = {
    byteLength,
    open: () =>
      createReadStream('', { fd, start: 0, highWaterMark: READ_AHEAD }).once('close', giveBack),
    discard,
  }
  const whole = finished(file).then(
    () => text,
    (error: unknown) => {
      // Also closes the file after the last write.
      file.destroy()
      giveBack()
      throw toDiskFull(error) ?? error
    },
  )
  // A caller that waits gets the error. Without this handler, an error with no caller waiting would
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

/** Drops a text, because keeping it in memory instead would be worse. */
function refuseLongText(): IncomingText {
  const file = new Writable({ write: (_chunk, _encoding, done) => done() })
  const whole = finished(file).then(() => {
    throw new AppError(
      'too_many_long_responses',
      'Too many large responses are waiting to be read. The request ran, but its response was discarded.',
      {
        status: 429,
        hint: 'Finish reading the other responses first, or request fewer rows.',
        retryAfter: 5,
      },
    )
  })
  whole.catch(() => {})
  return { file, whole, abandon: () => file.destroy() }
}
