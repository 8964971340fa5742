import type { ClipboardEvent } from 'react'
import type { Column } from 'react-data-grid'
import { putCells, textOfCells } from '../../../components/result-grid/cell-clipboard.ts'
import type { CellRange } from '../../../components/result-grid/range-selection.ts'
import { errorMessage } from '../../../data/client/api-error.ts'
import { useExportRows } from '../../../data/resources/services/meta/row-export.ts'
import { copyText } from '../../../ui/buttons/copy-button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { NO_CONDITIONS } from '../session/conditions.ts'
import { cellsAtHand, MOST_COPIED, readCells } from '../session/copy-rows.ts'
import type { CellPlace } from '../cells/edit-cell.tsx'
import { positionOf } from '../session/row-key.ts'
import type { SessionView } from '../session/session-view.ts'

type Options = {
  session: SessionView
  columns: readonly Column<number>[]
  /** Position in the table of the grid's first row. */
  firstRow: number
}

/** Copies cells, ranges and rows, loading those that are not cached. */
export function useCopy({ session, columns, firstRow }: Options) {
  const { read } = useExportRows(session.projectRef, session.table.id)
  const single = ({ rowIdx, idx }: CellPlace): CellRange => ({
    firstRow: rowIdx,
    lastRow: rowIdx,
    firstColumn: idx,
    lastColumn: idx,
  })
  /** The rows in the table and the columns with data that a range of the grid contains. */
  const partOf = (range: CellRange) => ({
    rows: { firstRow: firstRow + range.firstRow, lastRow: firstRow + range.lastRow },
    columns: columns
      .slice(range.firstColumn, range.lastColumn + 1)
      .map(({ key }) => key)
      .filter((key) => positionOf(session.table, key) !== -1),
  })
  const copyRange = async (range: CellRange) => {
    const count = range.lastRow - range.firstRow + 1
    if (count > MOST_COPIED) {
      toast.info(`You can copy at most ${MOST_COPIED.toLocaleString('en')} rows at once`)
      return
    }
    try {
      const part = partOf(range)
      const text = textOfCells(cellsAtHand(session, part) ?? (await readCells(session, part)))
      if ((await copyText(text)) && count > 1) {
        toast.success(`${count.toLocaleString('en')} rows copied`)
      }
    } catch (error) {
      toast.error('Failed to copy', { description: errorMessage(error) })
    }
  }
  /** Copies selected rows of which some are not loaded. */
  const copyChosen = async () => {
    const keys = [...session.chosen.all().values()]
    const shown = columns
      .map(({ key }) => key)
      .filter((key) => positionOf(session.table, key) !== -1)
    const request = { format: 'tsv' as const, keys, ...NO_CONDITIONS, sorts: [], columns: shown }
    const text = () =>
      read(request).catch((error: unknown) => {
        toast.error('Failed to copy', { description: errorMessage(error) })
        throw error
      })
    if (await copyText(text)) toast.success(`${keys.length.toLocaleString('en')} rows copied`)
  }
  return {
    /** Handles Mod+C: copies at once if everything is cached, otherwise after loading it. */
    handleCopy(event: ClipboardEvent, place: CellPlace) {
      if (session.range.range() === undefined && session.chosen.all().size > 0) {
        event.preventDefault()
        const chosen = chosenCells(session, columns)
        if (chosen === undefined) {
          void copyChosen()
          return
        }
        putCells(event.clipboardData, chosen)
        toast.success(
          `${chosen.length.toLocaleString('en')} ${chosen.length === 1 ? 'row' : 'rows'} copied`,
        )
        return
      }
      const range = session.range.range() ?? single(place)
      const cells = cellsAtHand(session, partOf(range))
      event.preventDefault()
      if (cells === undefined) {
        void copyRange(range)
        return
      }
      putCells(event.clipboardData, cells)
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

/** The visible cells of the selected rows; undefined if there are none, or some are not loaded. */
function chosenCells(session: SessionView, columns: readonly Column<number>[]) {
  const rows = [...session.chosen.all().keys()].map((id) => session.cache.find(id))
  const shown = columns.filter(({ key }) => positionOf(session.table, key) !== -1)
  const cells = rows.map((row) => {
    if (row === undefined || row.cut.size > 0) return undefined
    return shown.map(({ key }) => session.valueOf(row, key))
  })
  return cells.length > 0 && cells.every((row) => row !== undefined) ? cells : undefined
}
