import type { Cell } from '@stoa/contract/services/meta/cell'
import type { Row } from '@stoa/contract/services/meta/rows'
import type { RowChange, RowChangeResult } from '../../../data/resources/services/meta/rows.ts'
import type { RowKey } from './row-key.ts'

export type EditedCell = { readonly from: Cell; readonly to: Cell }

/** A value that was not saved, and why. Without a code, the browser refused it before sending it. */
export type RejectedCell = {
  readonly value: Cell
  readonly message: string
  readonly code: string | undefined
}

type Progress =
  | { readonly state: 'saving' }
  | { readonly state: 'unsaved'; readonly message: string }
  | { readonly state: 'conflict'; readonly theirs: Row | null }
  /** Collected until all changes are saved together. */
  | { readonly state: 'held' }
  | { readonly state: 'idle' }

/** A value that was collected, and the one that the cell had before. */
export type HeldEdit = CellChange & { readonly row: EditedRow; readonly before: Cell }

/** A row as it was when its cells were edited. */
export type EditedRow = {
  readonly id: number
  readonly key: RowKey
  readonly version: string | null
}

/** All edits of one row. The object is replaced on every change and never mutated. */
export type RowEdits = EditedRow & {
  readonly cells: ReadonlyMap<string, EditedCell>
  readonly rejected: ReadonlyMap<string, RejectedCell>
  readonly progress: Progress
}

/** A row as a batch of changes has saved it. */
export type SavedRow = {
  readonly key: RowKey
  readonly version: string | null
  readonly values: Readonly<Record<string, Cell>>
}

export type CellChange = { readonly column: string; readonly from: Cell; readonly to: Cell }
export type CellRefusal = {
  readonly column: string
  readonly value: Cell
  readonly message: string
}

/** The edits of one row in a batch. */
export type RowBatch = {
  readonly row: EditedRow
  readonly changes: readonly CellChange[]
  readonly refusals: readonly CellRefusal[]
}

export type EditQueueOptions = {
  /** Saves the edits of a row. It must not throw. */
  save: (request: RowChange) => Promise<RowChangeResult>
  /** Called with the row as the server has stored it. */
  onRow: (id: number, row: Row) => void
  /** Called when the row no longer exists. */
  onGone: (id: number) => void
  /** Called when a row was not saved and its edits wait for the user. */
  onStuck: (id: number) => void
  /** Called with the edits of a row that are saved. */
  onSaved: (edits: RowEdits, sent: ReadonlyMap<string, EditedCell>, row: Row) => void
  /** Whether edits are collected instead of being saved. */
  isHeld: () => boolean
  /** Called with the edits that were collected together. */
  onHeld: (edits: readonly HeldEdit[]) => void
  keyOf: (row: Row) => RowKey | undefined
  /** The value of a column in a row, used to compare an edit with a concurrent change. */
  cellOf: (row: Row, column: string) => Cell
}

export type EditQueue = {
  row: (id: number) => RowEdits | undefined
  /** Rows with edits that are not saved yet. */
  pending: () => readonly RowEdits[]
  /** Rows with values that were refused. */
  refused: () => readonly RowEdits[]
  edit: (row: EditedRow, cell: CellChange) => void
  /** Keeps a value that cannot be sent, so that the user can correct it. */
  refuse: (row: EditedRow, cell: CellRefusal) => void
  /** Edits many cells, and saves each row once. */
  editAll: (batch: readonly RowBatch[]) => void
  retry: (id: number) => void
  /** Saves the edits over the other user's change. */
  keepMine: (id: number) => void
  /** Discards the pending edits of a row. */
  discard: (id: number) => void
  dismissRejection: (id: number, column: string) => void
  /** Bases collected edits of a row on a later version of it. */
  rebase: (id: number, version: string | null) => void
  /** Drops collected edits that were saved. Values collected since then stay, on the saved row. */
  settleHeld: (id: number, sent: ReadonlyMap<string, EditedCell>, saved: SavedRow) => void
  /** Drops all edits and refused values of these rows. */
  forget: (ids: Iterable<number>) => void
  subscribe: (listener: () => void) => () => void
}

const NO_CELLS: ReadonlyMap<string, EditedCell> = new Map()
const NONE_REJECTED: ReadonlyMap<string, RejectedCell> = new Map()

/** A batch can change a thousand rows; more requests at a time would only wait in the browser. */
const MAX_SAVES = 4

/**
 * Saves edits of rows. Edits are shown at once, and only one write per row is in progress at a
 * time, because each response has the version that the next write needs. A rejected edit is rolled
 * back and keeps its value and its reason; an edit with an unknown result stays, marked as unsaved,
 * until it is retried or discarded.
 */
export function createEditQueue(options: EditQueueOptions): EditQueue {
  const rows = new Map<number, RowEdits>()
  const listeners = new Set<() => void>()
  /** Rows to be saved as soon as fewer than `MAX_SAVES` saves are in progress. */
  const waiting = new Set<number>()
  let saves = 0
  let pending: readonly RowEdits[] = []
  let refused: readonly RowEdits[] = []

  function set(id: number, next: RowEdits): void {
    if (next.cells.size === 0 && next.rejected.size === 0) rows.delete(id)
    else rows.set(id, next)
  }

  function emit(): void {
    pending = [...rows.values()].filter(({ cells }) => cells.size > 0)
    refused = [...rows.values()].filter(({ rejected }) => rejected.size > 0)
    for (const listener of listeners) listener()
  }

  function put(id: number, next: RowEdits): void {
    set(id, next)
    emit()
  }

  function requestSave(id: number): void {
    const edits = rows.get(id)
    if (edits === undefined || edits.cells.size === 0) return
    set(id, { ...edits, progress: { state: 'saving' } })
    waiting.add(id)
  }

  /** Shows what was requested, and starts as many saves as are allowed at a time. */
  function startSaves(): void {
    emit()
    for (const id of waiting) {
      if (saves >= MAX_SAVES) return
      waiting.delete(id)
      void send(id)
    }
  }

  async function send(id: number): Promise<void> {
    const edits = rows.get(id)
    if (edits === undefined || edits.cells.size === 0) return
    const sent = edits.cells
    const values = Object.fromEntries([...sent].map(([column, { to }]) => [column, to]))
    saves += 1
    const result = await options.save({ key: edits.key, version: edits.version, values })
    saves -= 1
    settle(id, sent, result)
    startSaves()
  }

  function settle(
    id: number,
    sent: ReadonlyMap<string, EditedCell>,
    result: RowChangeResult,
  ): void {
    const edits = rows.get(id)
    if (edits === undefined) {
      // The edit was discarded while it was being saved, but the table now has the saved row.
      if (result.state === 'saved') options.onRow(id, result.row)
      return
    }
    if (result.state === 'saved') {
      accept(edits, sent, result.row)
      return
    }
    if (result.state === 'conflict' && result.theirs !== null && holds(result.theirs, sent)) {
      // An earlier write succeeded but its response was lost: the row already has the edited
      // values.
      accept(edits, sent, result.theirs)
      return
    }
    if (result.state === 'gone') {
      put(id, { ...edits, cells: NO_CELLS, rejected: NONE_REJECTED, progress: { state: 'idle' } })
      options.onGone(id)
      return
    }
    if (result.state === 'conflict') {
      put(id, { ...edits, progress: { state: 'conflict', theirs: result.theirs } })
    }
    if (result.state === 'unreachable') {
      put(id, { ...edits, progress: { state: 'unsaved', message: result.message } })
    }
    if (result.state === 'rejected') reject(edits, sent, result)
    options.onStuck(id)
  }

  function accept(edits: RowEdits, sent: ReadonlyMap<string, EditedCell>, row: Row): void {
    const left = new Map([...edits.cells].filter(([column, cell]) => sent.get(column) !== cell))
    options.onRow(edits.id, row)
    options.onSaved(edits, sent, row)
    put(edits.id, {
      ...edits,
      key: options.keyOf(row) ?? edits.key,
      version: row.version,
      cells: left,
      progress: { state: 'idle' },
    })
    requestSave(edits.id)
  }

  /** Rolls back the columns that the error is about, and sends the others again. */
  function reject(
    edits: RowEdits,
    sent: ReadonlyMap<string, EditedCell>,
    { message, code, columns }: { message: string; code: string; columns: readonly string[] },
  ): void {
    const rejected = new Map(edits.rejected)
    const left = new Map(edits.cells)
    const isBlamed = (column: string) => columns.includes(column)
    const isAboutSome = [...sent.keys()].some(isBlamed)
    for (const [column, cell] of sent) {
      if (isAboutSome && !isBlamed(column)) continue
      // A value typed during the save replaces the one that was refused.
      if (left.get(column) !== cell) continue
      left.delete(column)
      rejected.set(column, { value: cell.to, message, code })
    }
    put(edits.id, { ...edits, cells: left, rejected, progress: { state: 'idle' } })
    requestSave(edits.id)
  }

  const holds = (theirs: Row, sent: ReadonlyMap<string, EditedCell>) =>
    [...sent].every(([column, { to }]) => options.cellOf(theirs, column) === to)

  function change({ row, changes, refusals }: RowBatch): HeldEdit[] {
    const before = rows.get(row.id)
    const isEdited = before !== undefined && before.cells.size > 0
    const rejected = new Map(before?.rejected)
    const cells = new Map(before?.cells)
    const isHeld = options.isHeld() && (!isEdited || before.progress.state === 'held')
    const held: HeldEdit[] = []
    for (const { column, from, to } of changes) {
      rejected.delete(column)
      const current = cells.get(column)
      const first = current?.from ?? from
      held.push({ row, column, from: first, to, before: current?.to ?? from })
      // A collected edit back to the stored value is none.
      if (isHeld && to === first) cells.delete(column)
      else cells.set(column, { from: current?.from ?? from, to })
    }
    for (const { column, value, message } of refusals) {
      cells.delete(column)
      rejected.set(column, { value, message, code: undefined })
    }
    const progress = before?.progress ?? { state: 'idle' as const }
    // Without an edit in progress, the row may have been loaded again since a value was refused.
    const base = isEdited ? before : row
    if (isHeld) {
      const state = cells.size > 0 ? 'held' : 'idle'
      set(row.id, { ...base, cells, rejected, progress: { state } })
      return held
    }
    set(row.id, { ...base, cells, rejected, progress })
    const isWaiting = progress.state === 'saving' || progress.state === 'conflict'
    if (changes.length > 0 && !isWaiting) requestSave(row.id)
    return []
  }

  function changeAll(batch: readonly RowBatch[]): void {
    const held = batch.flatMap(change)
    startSaves()
    if (held.length > 0) options.onHeld(held)
  }

  return {
    row: (id) => rows.get(id),
    pending: () => pending,
    refused: () => refused,
    edit: (row, cell) => changeAll([{ row, changes: [cell], refusals: [] }]),
    refuse: (row, cell) => changeAll([{ row, changes: [], refusals: [cell] }]),
    editAll: changeAll,
    retry(id) {
      if (rows.get(id)?.progress.state !== 'unsaved') return
      requestSave(id)
      startSaves()
    },
    keepMine(id) {
      const edits = rows.get(id)
      if (edits?.progress.state !== 'conflict') return
      const { theirs } = edits.progress
      if (theirs !== null) options.onRow(id, theirs)
      set(id, { ...edits, version: theirs?.version ?? null })
      requestSave(id)
      startSaves()
    },
    discard(id) {
      const edits = rows.get(id)
      if (edits === undefined) return
      if (edits.progress.state === 'conflict' && edits.progress.theirs !== null) {
        options.onRow(id, edits.progress.theirs)
      }
      put(id, { ...edits, cells: NO_CELLS, progress: { state: 'idle' } })
    },
    dismissRejection(id, column) {
      const edits = rows.get(id)
      if (edits === undefined) return
      const rejected = new Map(edits.rejected)
      rejected.delete(column)
      put(id, { ...edits, rejected })
    },
    rebase(id, version) {
      const edits = rows.get(id)
      if (edits?.progress.state === 'held') put(id, { ...edits, version })
    },
    settleHeld(id, sent, { key, version, values }) {
      const edits = rows.get(id)
      if (edits === undefined) return
      const left = [...edits.cells].filter(([column, cell]) => sent.get(column) !== cell)
      const cells = new Map(
        left.map(([column, { from, to }]) => [column, { from: values[column] ?? from, to }]),
      )
      const state = cells.size > 0 ? 'held' : 'idle'
      put(id, { ...edits, key, version, cells, progress: { state } })
    },
    forget(ids) {
      for (const id of ids) rows.delete(id)
      emit()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
