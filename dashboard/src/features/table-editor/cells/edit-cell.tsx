import type { Column } from '@stoa/contract/services/meta/catalogue'
import type { Cell } from '@stoa/contract/services/meta/cell'
import { useEffect, useState } from 'react'
import { errorMessage } from '../../../data/client/api-error.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import type { CachedRow } from '../session/page-cache.ts'
import { positionOf } from '../session/row-key.ts'
import type { SessionView } from '../session/session-view.ts'
import { CellEditor } from './cell-editor.tsx'
import { cellInputOf, cellOf, inputProblem } from './cell-input.ts'
import { referenceOf } from './reference-of.ts'
import { useShownRow } from './shown-row.ts'

export type CellPlace = { rowIdx: number; idx: number }

export type CellActions = {
  isEditable: (rowIndex: number) => boolean
  /** Returns the character typed to open the editor; only the first call returns it. */
  takeSeed: () => string | undefined
  moveTo: (place: CellPlace) => void
  edit: (place: CellPlace) => void
}

type EditCellProps = {
  session: SessionView
  column: Column
  place: CellPlace
  actions: CellActions
  onClose: (commitChanges?: boolean, shouldFocus?: boolean) => void
}

const MOVES = { stay: [0, 0], down: [1, 0], next: [0, 1], previous: [0, -1] } as const

/** Connects the editor over a cell to the queue that saves its edit. */
export function EditCell({ session, column, place, actions, onClose }: EditCellProps) {
  const { cached, edits } = useShownRow()
  const [seed] = useState(actions.takeSeed)
  // The edit must be saved over the version of the row that it was based on.
  useEffect(() => session.holds.hold(), [session.holds])
  const position = positionOf(session.table, column.name)
  const edited = edits?.cells.get(column.name)
  const rejected = edits?.rejected.get(column.name)
  const isCut = cached?.cut.has(position) === true && edited === undefined
  const stored = useWholeValue({ session, cached, position, isCut, onClose })
  if (cached?.key === undefined || stored === undefined) return null
  const row = { id: cached.id, key: cached.key, version: cached.row.version }
  const value = edited === undefined ? stored : edited.to
  const save = (next: Cell) => {
    if (next !== value) session.edits.edit(row, { column: column.name, from: stored, to: next })
    else if (rejected !== undefined) session.edits.dismissRejection(row.id, column.name)
  }
  return (
    <CellEditor
      projectRef={session.projectRef}
      column={column}
      reference={referenceOf(session.table, column.name)}
      value={value}
      seed={seed}
      refused={rejected}
      onCancel={() => onClose(false, true)}
      onCommit={(next, move) => {
        save(next)
        onClose(false, true)
        const [down, right] = MOVES[move]
        if (move !== 'stay') actions.moveTo({ rowIdx: place.rowIdx + down, idx: place.idx + right })
      }}
      onAbandon={(text) => {
        const message = inputProblem(column, text)
        if (message === undefined) save(cellOf(cellInputOf(column), text))
        else session.edits.refuse(row, { column: column.name, value: text, message })
      }}
    />
  )
}

type WholeValueOptions = {
  session: SessionView
  cached: CachedRow | undefined
  position: number
  isCut: boolean
  onClose: (commitChanges?: boolean, shouldFocus?: boolean) => void
}

/** The value to edit; a truncated one is first loaded in full. */
function useWholeValue({ session, cached, position, isCut, onClose }: WholeValueOptions) {
  const [whole, setWhole] = useState<Cell | undefined>()
  useEffect(() => {
    if (!isCut || cached === undefined) return
    let isGone = false
    const read = async () => {
      try {
        const full = await session.readInFull(cached)
        if (isGone) return
        setWhole(full.row.cells[position] ?? null)
        session.cache.replaceRow(full)
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
  if (!isCut) return cached?.row.cells[position] ?? null
  return whole
}
