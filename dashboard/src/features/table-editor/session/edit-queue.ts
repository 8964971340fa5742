import type { Cell } from '@stoa/contract/services/meta/cell'
import type { Row } from '@stoa/contract/services/meta/rows'

export type RowKey = Readonly<Record<string, Cell>>

/**
 * The result of a save. With `unreachable`, it is unknown whether the server received the write.
 */
export type SaveResult =
  | { state: 'saved'; row: Row }
  | { state: 'conflict'; theirs: Row | null }
  | { state: 'gone' }
  | { state: 'rejected'; message: string; code: string }
  | { state: 'unreachable'; message: string }

export type SaveRequest = {
  key: RowKey
  version: string | null
  values: Readonly<Record<string, Cell>>
}

export type EditedCell = { readonly from: Cell; readonly to: Cell }
export type RejectedCell = { readonly value: Cell; readonly message: string; readonly code: string }

type Progress =
  | { readonly state: 'saving' }
  | { readonly state: 'unsaved'; readonly message: string }
  | { readonly state: 'conflict'; readonly theirs: Row | null }
  | { readonly state: 'idle' }

/** All pending edits of one row. The object is replaced on every change and never mutated. */
export type RowEdits = {
  readonly id: string
  readonly key: RowKey
  readonly version: string | null
  readonly cells: ReadonlyMap<string, EditedCell>
  readonly rejected: ReadonlyMap<string, RejectedCell>
  readonly progress: Progress
}

export type EditQueueOptions = {
  save: (request: SaveRequest) => Promise<SaveResult>
  /** Called with the row as the server has stored it. */
  onRow: (id: string, row: Row) => void
  /** Called when the row no longer exists. */
  onGone: (id: string) => void
  /** Index of a column in `Row.cells`, used to compare an edit with a concurrent change. */
  positionOf: (column: string) => number
}

export type EditQueue = {
  row: (id: string) => RowEdits | undefined
  /** Rows with edits that are not saved yet. */
  pending: () => readonly RowEdits[]
  edit: (row: { id: string; key: RowKey; version: string | null }, cell: CellChange) => void
  retry: (id: string) => void
  /** Saves the edits over the other user's change. */
  keepMine: (id: string) => void
  /** Discards the pending edits of a row. */
  discard: (id: string) => void
  dismissRejection: (id: string, column: string) => void
  subscribe: (listener: () => void) => () => void
}

export type CellChange = { column: string; from: Cell; to: Cell }

const NO_CELLS: ReadonlyMap<string, EditedCell> = new Map()

/**
 * Saves edits of rows. Edits are shown at once, and only one write per row is in progress at a
 * time, because each response has the version that the next write needs. A rejected edit is rolled
 * back and keeps its reason; an edit with an unknown result stays, marked as unsaved, until it is
 * retried or discarded.
 */
export function createEditQueue(options: EditQueueOptions): EditQueue {
  const rows = new Map<string, RowEdits>()
  const listeners = new Set<() => void>()
  let pending: readonly RowEdits[] = []

  function put(id: string, next: RowEdits): void {
    const isEmpty = next.cells.size === 0 && next.rejected.size === 0
    if (isEmpty) rows.delete(id)
    if (!isEmpty) rows.set(id, next)
    pending = [...rows.values()].filter((row) => row.cells.size > 0)
    for (const listener of listeners) listener()
  }

  async function send(id: string): Promise<void> {
    const edits = rows.get(id)
    if (edits === undefined || edits.cells.size === 0) return
    const sent = edits.cells
    put(id, { ...edits, progress: { state: 'saving' } })
    const values = Object.fromEntries([...sent].map(([column, { to }]) => [column, to]))
    const result = await options.save({ key: edits.key, version: edits.version, values })
    settle(id, sent, result)
  }

  function settle(id: string, sent: ReadonlyMap<string, EditedCell>, result: SaveResult): void {
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
    if (result.state === 'conflict') {
      put(id, { ...edits, progress: { state: 'conflict', theirs: result.theirs } })
      return
    }
    if (result.state === 'unreachable') {
      put(id, { ...edits, progress: { state: 'unsaved', message: result.message } })
      return
    }
    if (result.state === 'gone') {
      put(id, { ...edits, cells: NO_CELLS, rejected: new Map(), progress: { state: 'idle' } })
      options.onGone(id)
      return
    }
    reject(edits, sent, result)
  }

  function accept(edits: RowEdits, sent: ReadonlyMap<string, EditedCell>, row: Row): void {
    const left = new Map([...edits.cells].filter(([column, cell]) => sent.get(column) !== cell))
    options.onRow(edits.id, row)
    const key = Object.fromEntries(
      Object.keys(edits.key).map((column) => [
        column,
        row.cells[options.positionOf(column)] ?? null,
      ]),
    )
    put(edits.id, {
      ...edits,
      key,
      version: row.version,
      cells: left,
      progress: { state: 'idle' },
    })
    if (left.size > 0) void send(edits.id)
  }

  function reject(
    edits: RowEdits,
    sent: ReadonlyMap<string, EditedCell>,
    { message, code }: { message: string; code: string },
  ): void {
    const rejected = new Map(edits.rejected)
    const left = new Map(edits.cells)
    for (const [column, cell] of sent) {
      rejected.set(column, { value: cell.to, message, code })
      if (left.get(column) === cell) left.delete(column)
    }
    put(edits.id, { ...edits, cells: left, rejected, progress: { state: 'idle' } })
    if (left.size > 0) void send(edits.id)
  }

  const holds = (theirs: Row, sent: ReadonlyMap<string, EditedCell>) =>
    [...sent].every(([column, { to }]) => theirs.cells[options.positionOf(column)] === to)

  return {
    row: (id) => rows.get(id),
    pending: () => pending,
    edit(row, { column, from, to }) {
      const before = rows.get(row.id) ?? {
        ...row,
        cells: NO_CELLS,
        rejected: new Map(),
        progress: { state: 'idle' as const },
      }
      const rejected = new Map(before.rejected)
      rejected.delete(column)
      const first = before.cells.get(column)?.from ?? from
      const cells = new Map(before.cells).set(column, { from: first, to })
      const isWaiting = before.progress.state === 'saving' || before.progress.state === 'conflict'
      put(row.id, { ...before, cells, rejected })
      if (!isWaiting) void send(row.id)
    },
    retry(id) {
      if (rows.get(id)?.progress.state === 'unsaved') void send(id)
    },
    keepMine(id) {
      const edits = rows.get(id)
      if (edits?.progress.state !== 'conflict') return
      const { theirs } = edits.progress
      if (theirs !== null) options.onRow(id, theirs)
      put(id, { ...edits, version: theirs?.version ?? null })
      void send(id)
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
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
