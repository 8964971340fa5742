import type { Cell } from '@stoa/contract/services/meta/cell'
import type { CellRange } from '../../../components/result-grid/range-selection.ts'
import type { PageCache } from './page-cache.ts'

/** The maximum number of rows per copy. */
export const MOST_COPIED = 10_000

type Part = {
  range: CellRange
  /** Position in the table of the grid's first row. */
  firstRow: number
  /** The index in a row's cells for each column of the grid; -1 for a column without data. */
  places: readonly number[]
}

/** The cells of a range if all of them are cached in full, otherwise undefined. */
export function cellsAtHand(cache: PageCache, { range, firstRow, places }: Part) {
  const columns = places
    .slice(range.firstColumn, range.lastColumn + 1)
    .filter((place) => place !== -1)
  const rows: Cell[][] = []
  for (let row = range.firstRow; row <= range.lastRow; row += 1) {
    const cached = cache.row(firstRow + row)
    if (cached === undefined || columns.some((place) => cached.cut.has(place))) return undefined
    rows.push(columns.map((place) => cached.row.cells[place] ?? null))
  }
  return rows
}
