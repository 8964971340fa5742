import type { Cell } from '@stoa/contract/services/meta/cell'
import { toTsv } from './export-rows.ts'

export type Cells = readonly (readonly Cell[])[]

/** Next to the text, for grids of this dashboard: in plain text, NULL and empty text are the same. */
const CELLS_TYPE = 'application/x-stoa-cells+json'

export type CellBlock = {
  readonly cells: Cells
  /** True if the cells come from a grid of this dashboard, with their NULLs. */
  readonly isExact: boolean
}

export type Separator = '\t' | ',' | ';'

/** A single cell is copied as it is, several as tab-separated values. */
export function textOfCells(cells: Cells): string {
  const [first] = cells
  return cells.length === 1 && first?.length === 1 ? (first[0] ?? '') : toTsv(cells)
}

/** Puts cells on the clipboard during a copy event. */
export function putCells(data: DataTransfer, cells: Cells): void {
  data.setData('text/plain', textOfCells(cells))
  data.setData(CELLS_TYPE, JSON.stringify(cells))
}

/** The cells that a paste event brings; undefined if it has no text. */
export function readCellBlock(data: DataTransfer): CellBlock | undefined {
  const exact = parseCells(data.getData(CELLS_TYPE))
  if (exact !== undefined) return { cells: exact, isExact: true }
  const text = data.getData('text/plain')
  return text === '' ? undefined : { cells: parseBlock(text), isExact: false }
}

/**
 * Rows of separated values, as spreadsheets copy them: fields with a separator, a quote or a line
 * break are quoted. Without tabs, lines that all have the same number of commas or semicolons are
 * read as CSV.
 */
export function parseBlock(text: string): string[][] {
  if (text.includes('\t')) return parseSeparated(text, '\t')
  for (const separator of [',', ';'] as const) {
    const rows = parseSeparated(text, separator)
    const width = rows[0]?.length ?? 0
    if (rows.length > 1 && width > 1 && rows.every((row) => row.length === width)) return rows
  }
  return parseSeparated(text, '\t')
}

function parseSeparated(text: string, separator: Separator): string[][] {
  const rows: string[][] = [[]]
  let at = 0
  // One line break at the end belongs to the last row.
  const end = text.length - (/\r?\n$/.exec(text)?.[0].length ?? 0)
  while (at <= end) {
    const field = readField(text, { at, end, separator })
    rows.at(-1)?.push(field.value)
    if (field.next >= end) break
    at = field.next + (text.startsWith('\r\n', field.next) ? 2 : 1)
    if (text[field.next] !== separator) rows.push([])
  }
  return rows
}

type FieldPosition = { at: number; end: number; separator: Separator }

function readField(
  text: string,
  { at, end, separator }: FieldPosition,
): { value: string; next: number } {
  if (text[at] === '"') {
    const quoted = readQuoted(text, at + 1, end)
    const { next } = quoted
    const isWhole = next >= end || text[next] === separator || /[\r\n]/.test(text[next] ?? '')
    // A quote in the middle of a field is text.
    if (isWhole && quoted.isClosed) return quoted
  }
  let next = at
  while (next < end && text[next] !== separator && text[next] !== '\n') next += 1
  const isCrLf = text[next] === '\n' && text[next - 1] === '\r' && next > at
  return { value: text.slice(at, isCrLf ? next - 1 : next), next: isCrLf ? next - 1 : next }
}

function readQuoted(text: string, start: number, end: number) {
  let value = ''
  for (let at = start; at < end; at += 1) {
    if (text[at] !== '"') value += text[at]
    else if (text[at + 1] === '"') {
      value += '"'
      at += 1
    } else return { value, next: at + 1, isClosed: true }
  }
  return { value, next: end, isClosed: false }
}

function parseCells(text: string): Cells | undefined {
  if (text === '') return undefined
  try {
    const value: unknown = JSON.parse(text)
    const isCell = (cell: unknown): cell is Cell => cell === null || typeof cell === 'string'
    const isRow = (row: unknown): row is Cell[] => Array.isArray(row) && row.every(isCell)
    return Array.isArray(value) && value.length > 0 && value.every(isRow) ? value : undefined
  } catch {
    return undefined
  }
}
