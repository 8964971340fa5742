import type { Writable } from 'node:stream'
import { LONGEST_MESSAGE, tooLarge } from './bounded-messages.ts'
import type { MessageReader } from './tap-messages.ts'

export type LongValueTaker = {
  /** The destination of a long value's bytes; undefined keeps the value in memory. */
  takeLongValue(column: number, byteLength: number): Writable | undefined
}

/** First byte, length and number of columns. */
const HEAD = 7
const LENGTH = 4
/** Values up to this many bytes stay in the row. */
const LONGEST_KEPT = 512 * 1024
const nothing: Buffer = Buffer.alloc(0)

/**
 * Reads one row's message. pg gets it with empty strings for its long values.
 *
 * @param keepPace is called with a file that has fallen behind.
 */
export function createLongRow(
  taker: LongValueTaker,
  keepPace: (file: Writable) => void,
): MessageReader {
  const kept: Buffer[] = []
  let columns: number | undefined
  let column = 0
  /** The bytes of a number that have arrived. */
  let number: Buffer = nothing
  /** Remaining bytes of the current value, and their destination. */
  let left = 0
  let file: Writable | undefined

  function readValue(chunk: Buffer): Buffer {
    const part = chunk.subarray(0, left)
    left -= part.length
    if (!file) kept.push(part)
    // A failed file reports it at the end; the rest of the value is dropped.
    else if (file.writable && !file.write(part)) keepPace(file)
    if (left === 0) {
      file?.end()
      file = undefined
    }
    return chunk.subarray(part.length)
  }

  function readNumber(chunk: Buffer): Buffer {
    const missing = (columns === undefined ? HEAD : LENGTH) - number.length
    const part = chunk.subarray(0, missing)
    number = Buffer.concat([number, part])
    if (part.length < missing) return nothing
    if (columns === undefined) {
      columns = number.readInt16BE(HEAD - 2)
      kept.push(number)
    } else {
      beginValue(number)
      column += 1
    }
    number = nothing
    return chunk.subarray(missing)
  }

  function beginValue(length: Buffer): void {
    left = Math.max(0, length.readInt32BE(0))
    if (left > LONGEST_KEPT) file = taker.takeLongValue(column, left)
    if (!file && left > LONGEST_MESSAGE) throw tooLarge(left)
    kept.push(file ? Buffer.alloc(LENGTH) : length)
  }

  const isWhole = () => column === columns && left === 0

  return {
    read(chunk) {
      let rest = chunk
      while (rest.length > 0 && !isWhole()) rest = left > 0 ? readValue(rest) : readNumber(rest)
      return rest
    },
    whole() {
      if (!isWhole()) return undefined
      const message = Buffer.concat(kept)
      message.writeInt32BE(message.length - 1, 1)
      return message
    },
  }
}
