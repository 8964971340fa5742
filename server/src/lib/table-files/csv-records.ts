import { MAX_ROW_BYTES } from './limits.ts'
import { FileProblem } from './problem.ts'
import type { FileRow } from './reader.ts'

export type CsvDialect = {
  readonly delimiter: string
  readonly quote: string
  /** The unquoted text that means null. */
  readonly nullText: string
}

type Scan = { readonly row: FileRow; readonly end: number; readonly lines: number }

const CR = 13
const LF = 10

/**
 * Splits text into records as RFC 4180 does, with any line ends. A quote inside a value that does
 * not begin with one is part of the value. Lines without text are left out.
 */
export function createCsvRecords(dialect: CsvDialect) {
  let rest = ''
  /** Scanning a long record again with every piece of it would take quadratic time. */
  let wanted = 0
  let line = 1

  return {
    /** The records that are complete; with `isLast`, also the one at the end of the file. */
    push(text: string, isLast = false): FileRow[] {
      rest = line === 1 && rest === '' ? text.replace(/^\u{feff}/u, '') : rest + text
      if (rest.length < Math.min(wanted, MAX_ROW_BYTES) && !isLast) return []
      const rows: FileRow[] = []
      let position = 0
      while (position < rest.length) {
        const found = scan(rest, position, { dialect, line, isLast })
        if (found === undefined) break
        if (!isEmpty(found.row)) rows.push(found.row)
        line += found.lines
        position = found.end
      }
      rest = rest.slice(position)
      if (rest.length > MAX_ROW_BYTES) throw rowTooLarge(line)
      wanted = rest.length * 2
      return rows
    },
  }
}

const isEmpty = ({ cells, problem }: FileRow) =>
  cells.length === 1 && !cells[0] && problem === undefined

/** One record from a position; undefined if more text can belong to it. */
function scan(
  text: string,
  start: number,
  {
    dialect: { delimiter, quote, nullText },
    line,
    isLast,
  }: { readonly dialect: CsvDialect; readonly line: number; readonly isLast: boolean },
): Scan | undefined {
  const separator = delimiter.charCodeAt(0)
  const cells: (string | null)[] = []
  let problem: string | undefined
  let lines = 1
  let position = start
  for (;;) {
    if (text[position] === quote) {
      const quoted = scanQuoted(text, position, quote)
      if (quoted === undefined) {
        if (!isLast) return undefined
        throw unclosed(line)
      }
      // The next quote may be in the next piece of the text.
      if (quoted.end === text.length && !isLast) return undefined
      cells.push(quoted.value)
      lines += countLines(quoted.value)
      position = quoted.end
      const after = endOfPlain(text, position, separator)
      if (after > position) problem ??= TEXT_AFTER_QUOTE
      position = after
    } else {
      const end = endOfPlain(text, position, separator)
      if (end === text.length && !isLast) return undefined
      const value = text.slice(position, end)
      cells.push(value === nullText ? null : value)
      position = end
    }
    const next = text.charCodeAt(position)
    if (next === separator) {
      position += 1
      continue
    }
    if (next === CR) {
      if (position + 1 === text.length && !isLast) return undefined
      position += text.charCodeAt(position + 1) === LF ? 2 : 1
    } else if (next === LF) position += 1
    else if (!isLast) return undefined
    const row = { line, cells }
    return { row: problem === undefined ? row : { ...row, problem }, end: position, lines }
  }
}

const TEXT_AFTER_QUOTE = 'Text follows the closing quote of a value'

function scanQuoted(
  text: string,
  start: number,
  quote: string,
): { readonly value: string; readonly end: number } | undefined {
  let value = ''
  let from = start + 1
  for (;;) {
    const close = text.indexOf(quote, from)
    if (close === -1) return undefined
    if (text[close + 1] !== quote) return { value: value + text.slice(from, close), end: close + 1 }
    value += text.slice(from, close + 1)
    from = close + 2
  }
}

function endOfPlain(text: string, start: number, separator: number): number {
  let end = start
  while (end < text.length) {
    const code = text.charCodeAt(end)
    if (code === separator || code === LF || code === CR) break
    end += 1
  }
  return end
}

const countLines = (text: string) =>
  text.includes('\n') || text.includes('\r') ? text.split(/\r\n|\n|\r/).length - 1 : 0

const rowTooLarge = (line: number) =>
  new FileProblem('file_row_too_large', `The row in line ${line} has more than 8 MB.`, {
    line,
    hint: 'Check the delimiter, and whether a quote is never closed.',
  })

/** Everything after the quote would be lost, so this is not a problem of one row. */
const unclosed = (line: number) =>
  new FileProblem('file_invalid', `The quote of a value in line ${line} is never closed.`, {
    line,
    hint: 'Close the quote, or select another quote character.',
  })
