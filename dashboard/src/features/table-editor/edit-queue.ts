import type { Cell } from '@stoa/contract/services/meta/cell'
import type { Row } from '@stoa/contract/services/meta/rows'

export type RowKey = Readonly<Record<string, Cell>>

/** What became of a write. `unreachable` means nobody knows whether it arrived. */
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

/** Everything pending for one row. Replaced, never changed, so that identity tells of a change. */
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
  /** Takes the row as the server now holds it. */
  onRow: (id: string, row: Row) => void
  /** The row is no longer there. */
  onGone: (id: string) => void
  /** Position of a column in `Row.cells`, for comparing with somebody else's change. */
  positionOf: (column: string) => number
}

export type EditQueue = {
  row: (id: string) => RowEdits | undefined
  /** Rows whose edits are not on the server yet. */
  pending: () => readonly RowEdits[]
  edit: (row: { id: string; key: RowKey; version: string | null }, cell: CellChange) => void
  retry: (id: string) => void
  /** Saves over what the other person wrote. */
  keepMine: (id: string) => void
  /** Gives up the pending edits of a row. */
  discard: (id: string) => void
  dismissRejection: (id: string, column: string) => void
  subscribe: (listener: () => void) => () => void
}

export type CellChange = { column: string; from: Cell; to: Cell }

const NO_CELLS: ReadonlyMap<string, EditedCell> = new Map()

/**
 * Edits of rows on their way to the server. They show at once; one write per row is under way at a
 * time, since each answer carries the version that the next write must name. A refused edit rolls
 * back and leaves its reason; one whose fate is unknown stays, marked as unsaved, until it is
 * retried or given up.
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
      // Given up while it was on its way: what arrived is still what the table now holds.
      if (result.state === 'saved') options.onRow(id, result.row)
      return
    }
    if (result.state === 'saved') {
      accept(edits, sent, result.row)
      return
    }
    if (result.state === 'conflict' && result.theirs !== null && holds(result.theirs, sent)) {
      // A write whose answer got lost had arrived after all: the row already says what we wanted.
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
