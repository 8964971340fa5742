import type { Cell } from '@stoa/contract/services/meta/cell'
import type { CellRange } from '../../../components/result-grid/range-selection.ts'
import { positionOf } from './row-key.ts'
import type { SessionView } from './session-view.ts'

/** The maximum number of rows per copy. */
export const MOST_COPIED = 10_000

type Part = {
  /** Positions in the table. */
  rows: Pick<CellRange, 'firstRow' | 'lastRow'>
  columns: readonly string[]
}

/** The cells of a range as they are shown, if all of them are cached in full; else undefined. */
export function cellsAtHand(session: SessionView, { rows, columns }: Part): Cell[][] | undefined {
  const places = columns.map((column) => positionOf(session.table, column))
  const cells: Cell[][] = []
  for (let index = rows.firstRow; index <= rows.lastRow; index += 1) {
    const cached = session.cache.row(index)
    if (cached === undefined || places.some((place) => cached.cut.has(place))) return undefined
    cells.push(columns.map((column) => session.valueOf(cached, column)))
  }
  return cells
}

/** Loads the cells of a range in full. Cells with an unsaved edit have the edited value. */
export async function readCells(session: SessionView, { rows, columns }: Part): Promise<Cell[][]> {
  const read = await session.readRange(rows.firstRow, rows.lastRow)
  return read.map((row) => columns.map((column) => session.valueOf(row, column)))
}
