import { invalidBody } from '../errors.ts'
import { createJsonRows } from './json-rows.ts'
import { SLICE } from './json-shape.ts'

/** No table has more columns. */
const MAX_COLUMNS = 2000
const MAX_HEADER_BYTES = 256 * 1024

const [QUOTE, COMMA, LINE_FEED, RETURN] = [0x22, 0x2c, 0x0a, 0x0d]
const BYTE_ORDER_MARK = Buffer.from('\uFEFF')

export type Csv = {
  readonly keys: readonly string[]
  /** One object per line, as a JSON list. */
  readonly json: Buffer
}

/**
 * Converts CSV (RFC 4180) whose first line holds the keys into one object per line, with texts and,
 * for `NULL`, nulls. Postgres converts the texts to the columns' types. Skips blank lines and
 * fields without a key; rejects lines with fewer fields than the others. Throws PGRST102 (400, or
 * 413 if the result is too large).
 */
export function* convertCsv(bytes: Buffer): Generator<void, Csv> {
  const header = readHeader(bytes)
  const rows = createJsonRows(header.columns, bytes.length)
  let width: number | undefined
  let at = header.end
  let pause = at + SLICE
  while (at < bytes.length) {
    if (at >= pause) {
      yield
      pause = at + SLICE
    }
    const blank = blankLineAt(bytes, at)
    if (blank > 0) {
      at += blank
      continue
    }
    let count = 0
    rows.begin()
    for (let isOver = false; !isOver; count += 1) {
      const isQuoted = bytes[at] === QUOTE
      const start = at
      let isClosed = false
      rows.beginValue(count)
      at += Number(isQuoted)
      for (; at < bytes.length && !isClosed; at += 1) {
        if (at >= pause) {
          yield
          pause = at + SLICE
        }
        const byte = bytes[at] ?? 0
        if (!isQuoted && isDelimiter(byte)) break
        if (isQuoted && byte === QUOTE) {
          if (bytes[at + 1] === QUOTE) at += 1
          else isClosed = true
        }
        if (!isClosed) rows.add(byte)
      }
      if (isQuoted && !isClosed) throw unexpected(start)
      rows.endValue()
      if (bytes[at] === COMMA) at += 1
      else {
        isOver = true
        at += endOfLineAt(bytes, at)
      }
    }
    rows.end()
    const filled = Math.min(count, header.columns.length)
    width ??= filled
    if (filled !== width) throw invalidBody('All lines must have same number of fields')
  }
  const keys = [...new Set(header.columns.slice(0, width ?? 0))]
  return { keys, json: rows.whole() }
}

const isDelimiter = (byte: number) =>
  byte === COMMA || byte === LINE_FEED || byte === RETURN || byte === QUOTE

/** The length of a line's end; 0 at the end of the text. */
function endOfLineAt(bytes: Buffer, at: number): number {
  if (at >= bytes.length) return 0
  if (bytes[at] === RETURN) return bytes[at + 1] === LINE_FEED ? 2 : 1
  if (bytes[at] === LINE_FEED) return 1
  throw unexpected(at)
}

/** The length of a line that is empty or a pair of quotes; 0 for any other. */
function blankLineAt(bytes: Buffer, at: number): number {
  const quotes = bytes[at] === QUOTE && bytes[at + 1] === QUOTE ? 2 : 0
  const next = bytes[at + quotes]
  if (next === undefined) return quotes
  return next === LINE_FEED || next === RETURN ? quotes + endOfLineAt(bytes, at + quotes) : 0
}

const unexpected = (at: number) => invalidBody(`Unexpected character in csv at ${at + 1}`)

/** The keys of the first line and the position after it. */
function readHeader(bytes: Buffer) {
  const mark = BYTE_ORDER_MARK.length
  let at = BYTE_ORDER_MARK.equals(bytes.subarray(0, mark)) ? mark : 0
  if (at >= bytes.length || blankLineAt(bytes, at) > 0) throw invalidBody('Empty or invalid csv')
  const first = at
  const columns: string[] = []
  for (;;) {
    const { text, end } = readName(bytes, at)
    columns.push(text)
    at = end
    if (columns.length > MAX_COLUMNS || at - first > MAX_HEADER_BYTES)
      throw invalidBody(`The first line of the csv contains more than ${MAX_COLUMNS} columns`)
    if (bytes[at] !== COMMA) return { columns, end: at + endOfLineAt(bytes, at) }
    at += 1
  }
}

/** One field of the first line. */
function readName(bytes: Buffer, start: number) {
  const last = Math.min(bytes.length, start + MAX_HEADER_BYTES)
  let end = start
  if (bytes[start] !== QUOTE) {
    while (end < last && !isDelimiter(bytes[end] ?? 0)) end += 1
    return { text: bytes.toString('utf8', start, end), end }
  }
  for (end += 1; end < last; end += 1)
    if (bytes[end] === QUOTE) {
      if (bytes[end + 1] !== QUOTE) {
        const text = bytes.toString('utf8', start + 1, end).replaceAll('""', '"')
        return { text, end: end + 1 }
      }
      end += 1
    }
  throw unexpected(start)
}
