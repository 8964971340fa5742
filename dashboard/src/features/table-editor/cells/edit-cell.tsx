import type { Column } from '@stoa/contract/services/meta/catalogue'
import type { Cell } from '@stoa/contract/services/meta/cell'
import type { Row } from '@stoa/contract/services/meta/rows'
import { useEffect, useState } from 'react'
import { errorMessage } from '../../../data/client/api-error.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { CellEditor } from './cell-editor.tsx'
import { useShownRow } from './shown-row.ts'
import { referenceOf } from './reference-list.tsx'
import { positionOf, rowIdOf, rowKeyOf } from '../session/table-access.ts'
import type { TableSession } from '../session/use-table-session.ts'

export type CellPlace = { rowIdx: number; idx: number }

export type CellActions = {
  isEditable: (rowIndex: number) => boolean
  /** Loads the row without truncated cells. */
  readInFull: (row: Row) => Promise<Row>
  /** Returns the character typed to open the editor; only the first call returns it. */
  takeSeed: () => string | undefined
  moveTo: (place: CellPlace) => void
}

type EditCellProps = {
  session: TableSession
  column: Column
  rowIndex: number
  place: CellPlace
  actions: CellActions
  onClose: (commitChanges?: boolean, shouldFocus?: boolean) => void
}

const MOVES = { stay: [0, 0], down: [1, 0], next: [0, 1], previous: [0, -1] } as const

/** Connects the editor over a cell to the queue that saves its edit. */
export function EditCell({ session, column, place, actions, onClose }: EditCellProps) {
  const { cached, edits } = useShownRow()
  const [seed] = useState(actions.takeSeed)
  const position = positionOf(session.table, column.name)
  const isCut = cached?.cut.has(position) === true && edits?.cells.has(column.name) !== true
  const value = useWholeValue({ session, row: cached?.row, position, isCut, actions, onClose })
  if (cached === undefined || value === undefined) return null
  const shown = edits?.cells.get(column.name)?.to ?? value
  const edited = edits?.cells.get(column.name)
  return (
    <CellEditor
      projectRef={session.projectRef}
      column={column}
      reference={referenceOf(session.table, column.name)}
      value={edited === undefined ? shown : edited.to}
      seed={seed}
      onCancel={() => onClose(false, true)}
      onCommit={(next, move) => {
        const id = rowIdOf(session.table, cached.row)
        const key = rowKeyOf(session.table, cached.row)
        const before = edited === undefined ? value : edited.to
        if (id !== undefined && key !== undefined && next !== before) {
          const { version } = cached.row
          session.edits.edit({ id, key, version }, { column: column.name, from: value, to: next })
        }
        onClose(false, true)
        const [down, right] = MOVES[move]
        if (move !== 'stay') actions.moveTo({ rowIdx: place.rowIdx + down, idx: place.idx + right })
      }}
    />
  )
}

type WholeValueOptions = {
  session: TableSession
  row: Row | undefined
  position: number
  isCut: boolean
  actions: CellActions
  onClose: (commitChanges?: boolean, shouldFocus?: boolean) => void
}

/** The value to edit; a truncated one is first loaded in full. */
function useWholeValue({ session, row, position, isCut, actions, onClose }: WholeValueOptions) {
  const [whole, setWhole] = useState<Cell | undefined>()
  useEffect(() => {
    if (!isCut || row === undefined) return
    let isGone = false
    const read = async () => {
      try {
        const full = await actions.readInFull(row)
        if (isGone) return
        setWhole(full.cells[position] ?? null)
        const id = rowIdOf(session.table, row)
        session.cache.replaceRow((other) => rowIdOf(session.table, other) === id, full)
      } catch (error) {
        if (isGone) return
        toast.error('Failed to read the value in full', { description: errorMessage(error) })
        onClose(false, true)
      }
    }
    void read()
    return () => {
      isGone = true
    }
    // Read once when the editor opens.
    // oxlint-disable-next-line react/exhaustive-deps -- reading again would overwrite what is typed
  }, [])
  if (!isCut) return row?.cells[position] ?? null
  return whole
}
