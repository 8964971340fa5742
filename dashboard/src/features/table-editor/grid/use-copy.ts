import type { Cell } from '@stoa/contract/services/meta/cell'
import type { ClipboardEvent } from 'react'
import type { Column } from 'react-data-grid'
import { toTsv } from '../../../components/result-grid/export-rows.ts'
import type { CellRange } from '../../../components/result-grid/range-selection.ts'
import { errorMessage } from '../../../data/client/api-error.ts'
import { copyText } from '../../../ui/buttons/copy-button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { cellsAtHand, MOST_COPIED } from '../session/copy-rows.ts'
import type { CellPlace } from '../cells/edit-cell.tsx'
import { positionOf } from '../session/table-access.ts'
import type { TableSession } from '../session/use-table-session.ts'

type Options = {
  session: TableSession
  columns: readonly Column<number>[]
  /** Position in the table of the grid's first row. */
  firstRow: number
}

/** Copies cells, ranges and rows, loading those that are not cached. */
export function useCopy({ session, columns, firstRow }: Options) {
  const places = columns.map(({ key }) => positionOf(session.table, key))
  const single = ({ rowIdx, idx }: CellPlace): CellRange => ({
    firstRow: rowIdx,
    lastRow: rowIdx,
    firstColumn: idx,
    lastColumn: idx,
  })

  const readCells = async (range: CellRange): Promise<Cell[][]> => {
    const wanted = places.slice(range.firstColumn, range.lastColumn + 1)
    const rows = await session.readRange(firstRow + range.firstRow, firstRow + range.lastRow)
    return rows.map(({ cells }) =>
      wanted.filter((place) => place !== -1).map((place) => cells[place] ?? null),
    )
  }
  const copyRange = async (range: CellRange) => {
    const count = range.lastRow - range.firstRow + 1
    if (count > MOST_COPIED) {
      toast.info(`You can copy at most ${MOST_COPIED.toLocaleString('en')} rows at once`)
      return
    }
    try {
      const cells = cellsAtHand(session.cache, { range, firstRow, places })
      const text = textOf(cells ?? (await readCells(range)))
      if ((await copyText(text)) && count > 1) {
        toast.success(`${count.toLocaleString('en')} rows copied`)
      }
    } catch (error) {
      toast.error('Failed to copy', { description: errorMessage(error) })
    }
  }
  return {
    /** Handles Mod+C: copies at once if everything is cached, otherwise after loading it. */
    handleCopy(event: ClipboardEvent, place: CellPlace) {
      const range = session.range.range() ?? single(place)
      const cells = cellsAtHand(session.cache, { range, firstRow, places })
      event.preventDefault()
      if (cells === undefined) {
        void copyRange(range)
        return
      }
      event.clipboardData.setData('text/plain', textOf(cells))
    },
    copyCells: (place: CellPlace) => copyRange(session.range.range() ?? single(place)),
    copyRow: ({ rowIdx }: CellPlace) =>
      copyRange({
        firstRow: rowIdx,
        lastRow: rowIdx,
        firstColumn: 0,
        lastColumn: columns.length - 1,
      }),
  }
}

/** A single cell is copied as it is, several as tab-separated values. */
function textOf(cells: readonly (readonly Cell[])[]): string {
  const [first] = cells
  return cells.length === 1 && first?.length === 1 ? (first[0] ?? '') : toTsv(cells)
}
