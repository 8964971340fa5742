import type { Column } from '@stoa/contract/services/meta/catalogue'
import type { Cell } from '@stoa/contract/services/meta/cell'
import { useState } from 'react'
import type { ClipboardEvent } from 'react'
import type { Column as GridColumn } from 'react-data-grid'
import { readCellBlock } from '../../../components/result-grid/cell-clipboard.ts'
import type { CellBlock } from '../../../components/result-grid/cell-clipboard.ts'
import type { CellRange } from '../../../components/result-grid/range-selection.ts'
import { errorMessage } from '../../../data/client/api-error.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import type { CellPlace } from '../cells/edit-cell.tsx'
import { problemOf } from '../grid/paste-plan.ts'
import type { SessionView } from '../session/session-view.ts'
import type { TableAccess } from '../session/table-access.ts'
import { rowsInFull, writeBlock } from '../session/write-block.ts'
import type { BlockResult } from '../session/write-block.ts'

/** The server's maximum number of changes that are saved together. */
export const MOST_WRITTEN = 1000

/** A block that waits for its preview to be confirmed. */
export type PendingPaste = {
  readonly block: CellBlock
  /** Position in the table. */
  readonly firstRow: number
  readonly columns: readonly Column[]
}

type Options = {
  session: SessionView
  access: TableAccess
  columns: readonly GridColumn<number>[]
  /** Position in the table of the grid's first row. */
  firstRow: number
}

/** Changes of many cells at once: a pasted block, one value for a range, NULL for a range. */
export function useBlockEdits({ session, access, columns, firstRow }: Options) {
  const [pending, setPending] = useState<PendingPaste | undefined>()
  const dataColumns = (first: number, last: number): Column[] =>
    columns.slice(first, last + 1).flatMap(({ key }) => {
      const column = session.table.columns.find(({ name }) => name === key)
      return column === undefined ? [] : [column]
    })

  const fill = async (range: CellRange, label: string, valueFor: ValueFor) => {
    const targets = dataColumns(range.firstColumn, range.lastColumn)
    const [first, last] = [firstRow + range.firstRow, firstRow + range.lastRow]
    if (last - first + 1 > MOST_WRITTEN) {
      toast.info(`You can change at most ${MOST_WRITTEN.toLocaleString('en')} rows at once`)
      return
    }
    try {
      const names = targets.map(({ name }) => name)
      const rows = await rowsInFull(session, { first, last, columns: names })
      const top = rows[0]
      const value = (column: Column) =>
        valueFor(column, (name) => (top ? session.valueOf(top, name) : null))
      const problem = targets
        .map((column) => problemOf(column, value(column)))
        .find((found) => found !== undefined)
      if (problem !== undefined) {
        toast.error('No cell was changed', { description: problem })
        return
      }
      const cells = new Map(targets.map((column) => [column.name, value(column)]))
      const updates = rows.map((row) => ({ row, cells }))
      tell(await writeBlock(session, { label, updates, inserts: [] }))
    } catch (error) {
      toast.error('No cell was changed', { description: errorMessage(error) })
    }
  }

  return {
    pending,
    close: () => setPending(undefined),
    handlePaste(event: ClipboardEvent, place: CellPlace) {
      const block = readCellBlock(event.clipboardData)
      if (block === undefined) return
      event.preventDefault()
      const range = session.range.range()
      if (!access.canUpdate) {
        toast.info('Cells can’t be pasted here', {
          description: access.reason ?? 'Rows of this table can’t be edited.',
        })
        return
      }
      if (block.cells.length > MOST_WRITTEN) {
        toast.info(`You can paste at most ${MOST_WRITTEN.toLocaleString('en')} rows at once`)
        return
      }
      const [only] = block.cells
      const isOne = block.cells.length === 1 && only?.length === 1
      if (isOne && range !== undefined) {
        const value = only?.[0] ?? null
        void fill(range, 'pasted cells', () => value)
        return
      }
      setPending({
        block,
        firstRow: firstRow + (range?.firstRow ?? place.rowIdx),
        columns: dataColumns(range?.firstColumn ?? place.idx, columns.length - 1),
      })
    },
    erase() {
      const range = session.range.range()
      if (range !== undefined && access.canUpdate) void fill(range, 'cleared cells', () => null)
    },
    fillDown() {
      const range = session.range.range()
      if (range !== undefined && access.canUpdate)
        void fill(range, 'filled cells', ({ name }, topValue) => topValue(name))
    },
  }
}

type ValueFor = (column: Column, topValue: (name: string) => Cell) => Cell

function tell(result: BlockResult): void {
  if (result.state === 'unchanged' || result.state === 'held') return
  if (result.state === 'saved') {
    const { undo } = result
    if (undo)
      toast.success('Cells changed', {
        id: 'table-undo',
        action: { label: 'Undo', onClick: () => void undo() },
      })
    return
  }
  toast.error('No cell was changed', {
    description: result.state === 'conflict' ? CHANGED : result.message,
  })
}

const CHANGED = 'Someone else changed one of these rows. Refresh the table, then try again.'
