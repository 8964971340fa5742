import { refusal } from '../errors.ts'

/**
 * Maximum size of the JSON that a CSV becomes, which repeats the keys in each row. It is about what
 * the largest JSON body occupies on its way to Postgres.
 */
const MAX_BYTES = 64 * 1024 * 1024

const [QUOTE, BACKSLASH, SPACE] = [0x22, 0x5c, 0x20]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT, COMMA] = [0x5b, 0x5d, 0x7b, 0x7d, 0x2c]
/** Control characters take the most: one byte becomes six. */
const MAX_BYTES_PER_BYTE = 6
const NULL = Buffer.from('NULL')

/** Writes rows of texts as a JSON list of objects, byte by byte. */
export type JsonRows = {
  begin(): void
  /** Begins the value of a column; values without a column are left out. */
  beginValue(column: number): void
  /** Adds one byte of the value's UTF-8. Throws PGRST102 (413) if the list becomes too large. */
  add(byte: number): void
  endValue(): void
  end(): void
  whole(): Buffer
}

export function createJsonRows(columns: readonly string[], expectedBytes: number): JsonRows {
  const keys = columns.map((key, at) =>
    Buffer.from(`${at === 0 ? '' : ','}${JSON.stringify(key)}:"`),
  )
  let buffer = Buffer.allocUnsafe(Math.max(1024, expectedBytes))
  let at = 0
  let valueAt = 0
  let isKept = false
  put(OPEN_LIST)

  function reserve(size: number): void {
    if (at + size <= buffer.length) return
    if (at + size > MAX_BYTES) throw tooLarge()
    const larger = Buffer.allocUnsafe(Math.min(MAX_BYTES, Math.max(buffer.length * 2, at + size)))
    buffer.copy(larger, 0, 0, at)
    buffer = larger
  }

  function put(byte: number): void {
    reserve(1)
    buffer[at] = byte
    at += 1
  }

  function addControl(byte: number): void {
    at += buffer.write(`\\u${byte.toString(16).padStart(4, '0')}`, at)
  }

  return {
    begin() {
      if (at > 1) put(COMMA)
      put(OPEN_OBJECT)
    },
    beginValue(column) {
      const key = keys[column]
      isKept = key !== undefined
      if (!key) return
      reserve(key.length)
      at += key.copy(buffer, at)
      valueAt = at
    },
    add(byte) {
      if (!isKept) return
      reserve(MAX_BYTES_PER_BYTE)
      if (byte < SPACE) return addControl(byte)
      if (byte === QUOTE || byte === BACKSLASH) {
        buffer[at] = BACKSLASH
        at += 1
      }
      buffer[at] = byte
      at += 1
    },
    endValue() {
      if (!isKept) return
      if (at - valueAt !== NULL.length || !NULL.equals(buffer.subarray(valueAt, at)))
        return put(QUOTE)
      // Overwrites the opening quote as well.
      at = valueAt - 1
      at += buffer.write('null', at)
    },
    end: () => put(CLOSE_OBJECT),
    whole() {
      put(CLOSE_LIST)
      return buffer.subarray(0, at)
    },
  }
}

const tooLarge = () =>
  refusal('PGRST102', `The CSV is larger than ${MAX_BYTES} bytes with its keys in each row`, {
    status: 413,
    hint: 'Send it in several requests.',
  })
