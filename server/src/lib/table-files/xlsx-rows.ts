import { FileProblem } from './problem.ts'
import type { FileRow } from './reader.ts'
import { decodeControls, type NumberKind } from './xlsx-book.ts'
import { createXmlReader } from './xml.ts'

/** Excel's own limit. */
const LAST_COLUMN = 16_384
const DAY_MS = 86_400_000
/** Day 0 of Excel's calendar; its 29 February 1900, which never was, is before all real dates. */
const DAY_0 = Date.UTC(1899, 11, 30)
const DAYS_TO_1904 = 1462

type SheetOptions = {
  readonly texts: readonly string[]
  readonly kinds: readonly NumberKind[]
  readonly countsFrom1904: boolean
}

type OpenCell = { column: number; type: string; style: number; text: string }

/** The rows of a sheet's XML, which is pushed in pieces. */
export function createSheetRows(options: SheetOptions) {
  let rows: FileRow[] = []
  let line = 0
  let cells: (string | null)[] = []
  let cell: OpenCell | undefined
  let isInValue = false

  function endCell(): void {
    if (!cell) return
    while (cells.length < cell.column) cells.push(null)
    cells[cell.column] = toCell(cell, options)
    cell = undefined
  }

  const xml = createXmlReader({
    open(name, attribute) {
      if (name === 'row') {
        line = Number(attribute('r') ?? line + 1)
        cells = []
      } else if (name === 'c') {
        const place = attribute('r')
        const column = place === undefined ? cells.length : columnOf(place)
        if (column >= LAST_COLUMN) throw tooWide()
        const style = Number(attribute('s') ?? 0)
        cell = { column, type: attribute('t') ?? 'n', style, text: '' }
      }
      // An inline text is in `t`, and everything else in `v`; `f` is a formula.
      isInValue = name === 'v' || name === 't'
    },
    text(text) {
      if (isInValue && cell) cell.text += text
    },
    close(name) {
      if (name === 'v' || name === 't') isInValue = false
      if (name === 'c') endCell()
      if (name !== 'row' || !cells.some((value) => value !== null)) return
      rows.push({ line, cells })
    },
  })

  return {
    push(text: string): readonly FileRow[] {
      xml.push(text)
      const complete = rows
      rows = []
      return complete
    },
  }
}

/** The index of the column of a place such as AB12. */
function columnOf(place: string): number {
  let column = 0
  for (const letter of /^[A-Z]{1,3}/i.exec(place)?.[0].toUpperCase() ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

function toCell({ type, style, text }: OpenCell, options: SheetOptions): string | null {
  if (text === '') return null
  if (type === 's') return options.texts[Number(text)] ?? null
  if (type === 'b') return text === '1' ? 'true' : 'false'
  // "Not available" is how sheets write null.
  if (type === 'e') return text === '#N/A' ? null : text
  if (type === 'inlineStr' || type === 'str') return decodeControls(text)
  if (type === 'd') return text
  const value = Number(text)
  if (!Number.isFinite(value)) return text
  const kind = options.kinds[style] ?? 'number'
  if (kind === 'number') return toNumber(value)
  return toDate(value + (options.countsFrom1904 ? DAYS_TO_1904 : 0), kind) ?? toNumber(value)
}

/** Excel shows 15 digits: a sum such as 0.30000000000000004 is 0.3 in the sheet. */
const toNumber = (value: number) => String(Number(value.toPrecision(15)))

function toDate(days: number, kind: 'date' | 'time'): string | undefined {
  const ms = Math.round(days * DAY_MS)
  const date = new Date(DAY_0 + ms)
  if (days < 0 || Number.isNaN(date.getTime())) return undefined
  const [day = '', rest = ''] = date.toISOString().split('T')
  const time = rest.replace(/(?:\.000)?Z$/, '')
  if (kind === 'time' && days < 1) return time
  return ms % DAY_MS === 0 ? day : `${day} ${time}`
}

const tooWide = () =>
  new FileProblem('file_invalid', 'The sheet has a cell outside the columns of a workbook.')
