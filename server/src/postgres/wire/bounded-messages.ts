import type { Duplex } from 'node:stream'
import { AppError } from '../../lib/errors.ts'
import { createReportReader } from './report-reader.ts'
import { MessageType, tapMessages, type MessageReader } from './tap-messages.ts'

/** Messages up to this many bytes go to pg as they arrive. */
const SHORT = 64 * 1024
/**
 * The longest message that goes to pg. pg needs a few times its size, and no string can hold more
 * than 512 MiB.
 */
export const LONGEST_MESSAGE = 64 * 1024 * 1024

/**
 * Bounds the memory that one message of Postgres can take, because anyone who can write SQL in a
 * project chooses its size. Fields of errors and notices are truncated; a result row longer than
 * `LONGEST_MESSAGE` ends the connection and rejects with 400 `result_too_large`.
 */
export function boundMessages(stream: Duplex): void {
  tapMessages(stream, SHORT, (type, byteLength) => {
    if (type === MessageType.error || type === MessageType.notice)
      return createReportReader(byteLength)
    // The value of a setting such as `search_path`, which nothing here uses.
    if (type === MessageType.parameterStatus) return createSkipper(byteLength)
    if (byteLength > LONGEST_MESSAGE) throw tooLarge(byteLength)
    return createHolder(byteLength)
  })
}

export const tooLarge = (byteLength: number) =>
  new AppError(
    'result_too_large',
    `The result has a row of ${byteLength} bytes; the maximum is ${LONGEST_MESSAGE}.`,
    {
      status: 400,
      // Postgres may commit before it notices that its response is not read.
      hint: 'Select fewer columns or shorter values. If the statement changes data, check whether it did.',
    },
  )

/** Skips a message. */
export function createSkipper(byteLength: number): MessageReader {
  let left = byteLength
  return {
    read(chunk) {
      const rest = chunk.subarray(left)
      left -= chunk.length - rest.length
      return rest
    },
    whole: () => (left === 0 ? nothing : undefined),
  }
}

/** Collects a message in a buffer of its size; pg would double its own until the message fits. */
export function createHolder(byteLength: number): MessageReader {
  const message = Buffer.allocUnsafeSlow(byteLength)
  let length = 0
  return {
    read(chunk) {
      const copied = chunk.copy(message, length)
      length += copied
      return chunk.subarray(copied)
    },
    whole: () => (length === byteLength ? message : undefined),
  }
}

const nothing: Buffer = Buffer.alloc(0)
