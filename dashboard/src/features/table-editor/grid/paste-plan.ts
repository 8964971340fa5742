import type { Column } from '@stoa/contract/services/meta/catalogue'
import type { Cell } from '@stoa/contract/services/meta/cell'
import type { CellBlock } from '../../../components/result-grid/cell-clipboard.ts'
import { isSettable, unsettableReason } from '../cells/settable.ts'
import { valueProblem } from '../cells/cell-input.ts'

export type PlannedCell = {
  readonly column: string
  readonly value: Cell
  /** Why the value cannot be written; undefined if it can. */
  readonly problem: string | undefined
}

export type PastePlan = {
  readonly columns: readonly Column[]
  /** One for each pasted row: first those of the table, then new ones. */
  readonly rows: readonly (readonly PlannedCell[])[]
  /** The number of rows that do not exist yet. */
  readonly added: number
  /** Columns of the block beyond the last column of the table, which are left out. */
  readonly cutColumns: number
  readonly problems: number
}

type PasteOptions = {
  block: CellBlock
  /** The visible columns from the first cell on. */
  columns: readonly Column[]
  /** Rows of the table from the first cell on. */
  rowsLeft: number
  canInsert: boolean
  /** The meaning of an empty cell of a text without NULLs. */
  empty: 'null' | 'text'
}

/** The values that a pasted block writes right and down from a cell, with what is wrong with them. */
export function planPaste({ block, columns, rowsLeft, canInsert, empty }: PasteOptions): PastePlan {
  const width = Math.max(...block.cells.map((row) => row.length))
  const targets = columns.slice(0, width)
  const rows = block.cells.map((cells, index) => {
    const isNew = index >= rowsLeft
    return targets.flatMap((column, place): PlannedCell[] => {
      const cell = cells[place]
      if (cell === undefined) return []
      // A new row gets its defaults where nothing was pasted.
      if (isNew && (cell === null || cell === '') && !block.isExact) return []
      const value = block.isExact ? cell : readText(column, cell ?? '', empty)
      const problem =
        isNew && !canInsert ? 'You can’t insert rows into this table.' : problemOf(column, value)
      return [{ column: column.name, value, problem }]
    })
  })
  return {
    columns: targets,
    rows,
    added: Math.max(0, block.cells.length - rowsLeft),
    cutColumns: width - targets.length,
    problems: rows.flat().filter(({ problem }) => problem !== undefined).length,
  }
}

/** The value that a text of a spreadsheet stands for. */
function readText(column: Column, text: string, empty: PasteOptions['empty']): Cell {
  if (text !== '') return text
  if (!isText(column)) return null
  return empty === 'null' && column.is_nullable ? null : ''
}

const isText = ({ type }: Column) => type === 'text' || type.startsWith('character')

/** Why a column cannot get a value, as far as the browser can tell. */
export function problemOf(column: Column, value: Cell): string | undefined {
  if (!isSettable(column)) return unsettableReason(column)
  if (value === null) return column.is_nullable ? undefined : `${column.name} can’t be NULL.`
  return valueProblem(column, value)
}
