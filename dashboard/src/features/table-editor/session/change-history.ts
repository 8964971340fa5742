import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import type { BulkChange } from '@stoa/contract/services/meta/bulk-changes'
import type { Cell } from '@stoa/contract/services/meta/cell'
import type { ChangedRow, RowChange } from '@stoa/contract/services/meta/row-changes'
import type { Row } from '@stoa/contract/services/meta/rows'
import type { RowChangesResult } from '../../../data/resources/services/meta/rows.ts'
import type { RowKey } from './row-key.ts'

type Cells = Readonly<Record<string, Cell>>

/** A change that is saved, with what it takes to undo it and to repeat it. */
export type SavedChange =
  | { kind: 'update'; before: RowKey; after: RowKey; from: Cells; to: Cells }
  /** `values` are those of the whole row. */
  | { kind: 'insert' | 'delete'; key: RowKey; values: Cells }

export type HistoryEntry = {
  /** Completes “Undo …”, such as “edit of name”. */
  readonly label: string
  readonly changes: readonly SavedChange[]
}

type Way = 'undo' | 'redo'

/** An undo that would overwrite a change of somebody else. */
export type HistoryConflict = {
  readonly way: Way
  readonly label: string
  readonly change: RowChange
  readonly theirs: Row
}

export type HistoryState = {
  readonly undo: string | undefined
  readonly redo: string | undefined
  readonly isBusy: boolean
  readonly conflict: HistoryConflict | undefined
}

export type HistoryOptions = {
  table: () => Pick<TableDetail, 'columns'>
  save: (changes: readonly RowChange[]) => Promise<RowChangesResult>
  onDone: (way: Way, label: string) => void
  onFailed: (way: Way, message: string) => void
}

export type ChangeHistory = {
  state: () => HistoryState
  /**
   * Adds a change that was saved; what was undone before can no longer be repeated. The returned
   * function undoes this change, even if there are later ones.
   */
  record: (entry: HistoryEntry) => () => Promise<void>
  /** Keeps the version that this session wrote, so that its own changes are no conflict. */
  written: (key: RowKey, version: string | null) => void
  undo: () => Promise<void>
  redo: () => Promise<void>
  /** Repeats the undo that was refused, over the change of somebody else. */
  force: () => Promise<void>
  /** Gives up the undo that was refused. */
  drop: () => void
  subscribe: (listener: () => void) => () => void
}

/** Rows that were deleted are kept in memory. */
const MAX_ENTRIES = 100

type Attempt = {
  readonly way: Way
  readonly entry: HistoryEntry
  /** Positions of changes that overwrite those of somebody else. */
  readonly forced: ReadonlySet<number>
}

/**
 * The saved changes of one table, which can be undone one after another. An undo is a change of its
 * own that expects the values which this session wrote, so it never overwrites those of somebody
 * else without asking.
 */
export function createChangeHistory({
  table,
  save,
  onDone,
  onFailed,
}: HistoryOptions): ChangeHistory {
  const done: HistoryEntry[] = []
  const undone: HistoryEntry[] = []
  const versions = new Map<string, string | null>()
  const listeners = new Set<() => void>()
  let isBusy = false
  let refused: { attempt: Attempt; conflict: HistoryConflict } | undefined
  let state = read()

  function read(): HistoryState {
    return {
      undo: done.at(-1)?.label,
      redo: undone.at(-1)?.label,
      isBusy,
      conflict: refused?.conflict,
    }
  }

  function emit(): void {
    state = read()
    for (const listener of listeners) listener()
  }

  function push(stack: HistoryEntry[], entry: HistoryEntry): void {
    stack.push(entry)
    if (stack.length > MAX_ENTRIES) stack.shift()
  }

  const versionOf = (key: RowKey) => versions.get(textOf(key)) ?? null

  async function run(attempt: Attempt): Promise<void> {
    const { way, entry, forced } = attempt
    const ordered = way === 'undo' ? entry.changes.toReversed() : entry.changes
    const requests = ordered.map((change, index) => {
      const request = requestOf(change, way, versionOf)
      return forced.has(index) ? withoutGuard(request) : request
    })
    isBusy = true
    emit()
    const result = await save(requests)
    isBusy = false
    if (result.state === 'saved') {
      for (const { key, version } of result.rows) if (key) versions.set(textOf(key), version)
      const next = { ...entry, changes: afterRun(table(), { ordered, result, way }) }
      push(way === 'undo' ? undone : done, next)
      onDone(way, entry.label)
    } else if (result.state === 'conflict') {
      const change = requests[result.change]
      const { theirs } = result
      if (change !== undefined)
        refused = {
          attempt: { way, entry, forced: new Set([...forced, result.change]) },
          conflict: { way, label: entry.label, change, theirs },
        }
    } else {
      // A refusal would be repeated forever; without a response, the undo can be tried again.
      if (result.state === 'unreachable') push(way === 'undo' ? done : undone, entry)
      onFailed(way, result.message)
    }
    emit()
  }

  async function start(way: Way, wanted?: HistoryEntry): Promise<void> {
    if (isBusy || refused !== undefined) return
    const stack = way === 'undo' ? done : undone
    const place = wanted === undefined ? stack.length - 1 : stack.indexOf(wanted)
    const [entry] = place < 0 ? [] : stack.splice(place, 1)
    if (entry !== undefined) await run({ way, entry, forced: new Set() })
  }

  return {
    state: () => state,
    record(entry) {
      push(done, entry)
      undone.length = 0
      emit()
      return () => start('undo', entry)
    },
    written: (key, version) => void versions.set(textOf(key), version),
    undo: () => start('undo'),
    redo: () => start('redo'),
    async force() {
      const attempt = refused?.attempt
      refused = undefined
      if (attempt !== undefined) await run(attempt)
    },
    drop() {
      refused = undefined
      emit()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const textOf = (key: RowKey): string => JSON.stringify(Object.entries(key))

function requestOf(
  change: SavedChange,
  way: Way,
  versionOf: (key: RowKey) => string | null,
): RowChange {
  if (change.kind === 'update') {
    const [key, expected, values] =
      way === 'undo'
        ? [change.after, change.to, change.from]
        : [change.before, change.from, change.to]
    return {
      kind: 'update',
      key: { ...key },
      version: null,
      expected: { ...expected },
      values: { ...values },
    }
  }
  const isRemoval = (change.kind === 'insert') === (way === 'undo')
  if (isRemoval) return { kind: 'delete', key: { ...change.key }, version: versionOf(change.key) }
  return { kind: 'insert', values: { ...change.values }, restores: true }
}

function withoutGuard(request: RowChange): RowChange {
  if (request.kind === 'insert') return request
  if (request.kind === 'delete') return { ...request, version: null }
  const { expected: _expected, ...rest } = request
  return { ...rest, version: null }
}

type Saved = Extract<RowChangesResult, { state: 'saved' }>

/** The changes in their first order again, with the values that are stored now. */
function afterRun(
  table: Pick<TableDetail, 'columns'>,
  {
    ordered,
    result: { rows, columns },
    way,
  }: { ordered: readonly SavedChange[]; result: Saved; way: Way },
): SavedChange[] {
  const next = ordered.map((change, index): SavedChange => {
    const row = rows[index]
    if (row === undefined) return change
    if (change.kind !== 'update') {
      if (row.deleted === null) return change
      // Repeating an insert restores the row as it was last, with the same key.
      return { ...change, values: restorableValues(table, { columns, cells: row.deleted }) }
    }
    const stored = { ...change[way === 'undo' ? 'from' : 'to'], ...row.values }
    return way === 'undo'
      ? { ...change, before: row.key ?? change.before, from: stored }
      : { ...change, after: row.key ?? change.after, to: stored }
  })
  return way === 'undo' ? next.toReversed() : next
}

/** The values with which a row can be inserted again; Postgres computes those of other columns. */
export function restorableValues(
  table: Pick<TableDetail, 'columns'>,
  { columns, cells }: { columns: readonly string[]; cells: readonly Cell[] },
): Cells {
  const computed = new Set(
    table.columns.filter((column) => column.is_generated).map(({ name }) => name),
  )
  return Object.fromEntries(
    columns.flatMap((name, index) => (computed.has(name) ? [] : [[name, cells[index] ?? null]])),
  )
}

/** The changes of a batch that was saved; undefined if one of them cannot be undone. */
export function savedChanges(
  table: Pick<TableDetail, 'columns'>,
  requests: readonly (RowChange & { from?: Cells })[],
  { rows, columns }: Saved,
): SavedChange[] | undefined {
  const changes = requests.map((request, index): SavedChange | undefined => {
    const row = rows[index]
    return row && savedChange(table, request, { row, columns })
  })
  return changes.every((change) => change !== undefined) ? changes : undefined
}

/** The changes of a bulk change that was saved. */
export const bulkSavedChanges = (
  table: Pick<TableDetail, 'columns'>,
  changes: readonly BulkChange[],
): SavedChange[] =>
  changes.map(({ before, after, from, to }) => {
    if (after !== null && to !== null) return { kind: 'update', before, after, from, to }
    const columns = Object.keys(from)
    const values = restorableValues(table, { columns, cells: Object.values(from) })
    return { kind: 'delete', key: before, values }
  })

function savedChange(
  table: Pick<TableDetail, 'columns'>,
  request: RowChange & { from?: Cells },
  { row, columns }: { row: ChangedRow; columns: readonly string[] },
): SavedChange | undefined {
  if (request.kind === 'insert') {
    return row.key === null ? undefined : { kind: 'insert', key: row.key, values: row.values }
  }
  if (request.kind === 'delete') {
    if (row.deleted === null) return undefined
    const values = restorableValues(table, { columns, cells: row.deleted })
    return { kind: 'delete', key: request.key, values }
  }
  if (request.from === undefined || row.key === null) return undefined
  return {
    kind: 'update',
    before: request.key,
    after: row.key,
    from: request.from,
    to: row.values,
  }
}
