import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import type { Cell } from '@stoa/contract/services/meta/cell'
import type { ChangedRow, RowChange } from '@stoa/contract/services/meta/row-changes'
import type { Row } from '@stoa/contract/services/meta/rows'
import { UNREACHABLE } from '../../../data/client/api-error.ts'
import type { RowChangesResult } from '../../../data/resources/services/meta/rows.ts'
import type { EditedRow, EditQueue, HeldEdit, RowEdits } from './edit-queue.ts'
import type { CachedRow } from './page-cache.ts'
import type { RowKey } from './row-key.ts'
import { SAVED_BEFORE } from './save-once.ts'

/** A change that is not sent yet. */
export type HeldChange =
  | { readonly kind: 'update'; readonly id: number; readonly row: RowEdits }
  | {
      readonly kind: 'delete'
      readonly id: number
      readonly key: RowKey
      readonly version: string | null
    }
  | {
      readonly kind: 'insert'
      readonly id: number
      readonly values: Readonly<Record<string, Cell>>
    }

type Removal = Extract<HeldChange, { kind: 'delete' }>
type Addition = Extract<HeldChange, { kind: 'insert' }> & { readonly shown: CachedRow }

export type ReviewProgress =
  | { readonly state: 'idle' }
  | { readonly state: 'saving' }
  /** `id` is the row of the change at fault. */
  | { readonly state: 'failed'; readonly message: string; readonly id: number | undefined }
  | {
      readonly state: 'conflict'
      readonly id: number
      readonly change: RowChange
      readonly theirs: Row
    }

export type Review = {
  /** Whether changes are collected until they are saved together. */
  isOn: () => boolean
  setOn: (isOn: boolean) => void
  /** Every collected change, in the order in which its row was changed first. */
  changes: () => readonly HeldChange[]
  progress: () => ReviewProgress
  removal: (id: number) => boolean
  additions: () => readonly Addition[]
  remove: (rows: readonly Removal[]) => void
  add: (rows: readonly Readonly<Record<string, Cell>>[]) => void
  /** Drops the change of one row. */
  drop: (id: number) => void
  /** Drops every change. */
  discard: () => void
  save: () => Promise<void>
  /** After a conflict: saves over the change of somebody else. */
  keepMine: () => Promise<void>
  /** Whether the last collected change can be taken back, or repeated. */
  canUndo: () => boolean
  canRedo: () => boolean
  undo: () => void
  redo: () => void
  subscribe: (listener: () => void) => () => void
}

export type ReviewOptions = {
  table: () => TableDetail
  edits: () => EditQueue
  save: (changes: readonly RowChange[]) => Promise<RowChangesResult>
  /** Whether changes of which the response was lost were saved; undefined if it is not known. */
  wasSaved: (token: string) => Promise<boolean | undefined>
  onSaved: (
    requests: readonly ReviewRequest[],
    result: Extract<RowChangesResult, { state: 'saved' }>,
  ) => void
}

/** A change to send, with the values that its cells had before. */
export type ReviewRequest = RowChange & { from?: Readonly<Record<string, Cell>> }

type Step = { undo: () => void; redo: () => void }

/** Changes of a table that are collected until they are saved in one transaction or discarded. */
export function createReview(options: ReviewOptions): Review & {
  /** Called by the edits when values of cells were collected. */
  held: (edits: readonly HeldEdit[]) => void
  /** Called when the edits have changed. */
  refresh: () => void
} {
  const removals = new Map<number, Removal>()
  const additions = new Map<number, Addition>()
  const order = new Map<number, number>()
  const listeners = new Set<() => void>()
  const past: Step[] = []
  const future: Step[] = []
  let isOn = false
  let isReplaying = false
  let lastAdded = 0
  let sequence = 0
  let progress: ReviewProgress = { state: 'idle' }
  let changes: readonly HeldChange[] = []
  let shownAdditions: readonly Addition[] = []
  /** Changes of which the response was lost. */
  let lost: { sent: readonly HeldChange[]; token: string } | undefined

  function collect(): HeldChange[] {
    const edited = options
      .edits()
      .pending()
      .filter((row) => row.progress.state === 'held' && !removals.has(row.id))
      .map((row): HeldChange => ({ kind: 'update', id: row.id, row }))
    const all = [...edited, ...removals.values(), ...additions.values()]
    const present = new Set(all.map(({ id }) => id))
    for (const id of order.keys()) if (!present.has(id)) order.delete(id)
    for (const { id } of all) if (!order.has(id)) order.set(id, (sequence += 1))
    return all.toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
  }

  function emit(): void {
    changes = collect()
    shownAdditions = [...additions.values()]
    for (const listener of listeners) listener()
  }

  function forgetSteps(): void {
    past.length = 0
    future.length = 0
  }

  function step(next: Step): void {
    if (isReplaying) return
    past.push(next)
    future.length = 0
    if (progress.state !== 'saving') progress = { state: 'idle' }
  }

  function replay(from: Step[], to: Step[], way: keyof Step): void {
    const next = from.pop()
    if (next === undefined) return
    isReplaying = true
    next[way]()
    isReplaying = false
    to.push(next)
    emit()
  }

  function put<Held extends { id: number }>(map: Map<number, Held>, rows: readonly Held[]): void {
    const redo = () => rows.forEach((row) => map.set(row.id, row))
    redo()
    step({ redo, undo: () => rows.forEach(({ id }) => map.delete(id)) })
    emit()
  }

  function clear(): void {
    lost = undefined
    removals.clear()
    additions.clear()
    forgetSteps()
    progress = { state: 'idle' }
    options.edits().forget(heldIds())
    emit()
  }

  const heldIds = () =>
    options
      .edits()
      .pending()
      .filter(({ progress: { state } }) => state === 'held')
      .map(({ id }) => id)

  /** Drops a change that was saved. Changes collected during the save stay. */
  function settle(change: HeldChange, saved: ChangedRow | undefined): void {
    if (change.kind === 'insert') additions.delete(change.id)
    if (change.kind === 'delete') removals.delete(change.id)
    if (change.kind !== 'update') return
    const { id, row } = change
    const version = saved?.version ?? null
    const key = saved?.key ?? row.key
    options.edits().settleHeld(id, row.cells, { key, version, values: saved?.values ?? {} })
    const removal = removals.get(id)
    if (removal) removals.set(id, { ...removal, key, version })
  }

  /**
   * Asks whether changes were saved of which the response was lost, because saving them again would
   * insert rows twice. False if that is still unknown.
   */
  async function settleLost({ sent, token }: NonNullable<typeof lost>): Promise<boolean> {
    const isSaved = await options.wasSaved(token)
    if (isSaved === undefined) return false
    lost = undefined
    if (!isSaved) return true
    forgetSteps()
    sent.forEach((change) => settle(change, undefined))
    emit()
    options.onSaved(sent.map(requestOf), SAVED_BEFORE)
    return true
  }

  async function save(): Promise<void> {
    if (progress.state === 'saving' || changes.length === 0) return
    progress = { state: 'saving' }
    emit()
    if (lost !== undefined && !(await settleLost(lost))) {
      progress = { state: 'failed', id: undefined, message: UNREACHABLE }
      emit()
      return
    }
    const sent = changes
    if (sent.length === 0) {
      progress = { state: 'idle' }
      emit()
      return
    }
    const requests = sent.map(requestOf)
    const result = await options.save(requests.map(({ from: _from, ...request }) => request))
    const token = result.state === 'unreachable' ? result.token : undefined
    lost = token === undefined ? undefined : { sent, token }
    if (result.state === 'saved') {
      progress = { state: 'idle' }
      forgetSteps()
      sent.forEach((change, index) => settle(change, result.rows[index]))
      emit()
      options.onSaved(requests, result)
      return
    }
    const id = result.state === 'unreachable' ? undefined : sent[result.change ?? -1]?.id
    const change = result.state === 'conflict' ? requests[result.change] : undefined
    progress =
      result.state === 'conflict' && change !== undefined && id !== undefined
        ? { state: 'conflict', id, change, theirs: result.theirs }
        : { state: 'failed', id, message: result.state === 'conflict' ? '' : result.message }
    emit()
  }

  return {
    isOn: () => isOn,
    setOn(next) {
      if (isOn === next) return
      isOn = next
      if (!isOn) forgetSteps()
      emit()
    },
    changes: () => changes,
    progress: () => progress,
    removal: (id) => removals.has(id),
    additions: () => shownAdditions,
    remove: (rows) => {
      const added = rows.filter(({ id }) => additions.has(id))
      for (const { id } of added) additions.delete(id)
      put(
        removals,
        rows.filter(({ id }) => id > 0),
      )
    },
    add: (rows) =>
      put(
        additions,
        rows.map((values) => {
          lastAdded -= 1
          return {
            kind: 'insert',
            id: lastAdded,
            values,
            shown: shownRow(options.table(), lastAdded, values),
          }
        }),
      ),
    drop(id) {
      removals.delete(id)
      additions.delete(id)
      if (options.edits().row(id)?.progress.state === 'held') options.edits().discard(id)
      forgetSteps()
      if (progress.state !== 'saving') progress = { state: 'idle' }
      emit()
    },
    discard: clear,
    save,
    async keepMine() {
      if (progress.state !== 'conflict') return
      const { id, theirs } = progress
      const removal = removals.get(id)
      if (removal) removals.set(id, { ...removal, version: theirs.version })
      else options.edits().rebase(id, theirs.version)
      progress = { state: 'idle' }
      emit()
      await save()
    },
    canUndo: () => past.length > 0,
    canRedo: () => future.length > 0,
    undo: () => replay(past, future, 'undo'),
    redo: () => replay(future, past, 'redo'),
    held(edits) {
      const edit = (part: (edit: HeldEdit) => Cell) =>
        options.edits().editAll(
          edits.map((each) => ({
            row: each.row,
            changes: [{ column: each.column, from: each.from, to: part(each) }],
            refusals: [],
          })),
        )
      step({ undo: () => edit(({ before }) => before), redo: () => edit(({ to }) => to) })
      emit()
    },
    refresh() {
      if (changes.length > 0 || heldIds().length > 0) emit()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** A change as it is sent, with the values of its cells before it. */
export function requestOf(change: HeldChange): ReviewRequest {
  if (change.kind === 'insert') return { kind: 'insert', values: { ...change.values } }
  if (change.kind === 'delete') {
    return { kind: 'delete', key: { ...change.key }, version: change.version }
  }
  const { key, version, cells } = change.row
  return {
    kind: 'update',
    key: { ...key },
    version,
    values: Object.fromEntries([...cells].map(([column, { to }]) => [column, to])),
    from: Object.fromEntries([...cells].map(([column, { from }]) => [column, from])),
  }
}

const NOTHING_CUT: ReadonlySet<number> = new Set()

/** A row that is not inserted yet, as the grid shows it. */
const shownRow = (
  table: TableDetail,
  id: number,
  values: Readonly<Record<string, Cell>>,
): CachedRow => ({
  id,
  key: undefined,
  row: { version: null, cells: table.columns.map(({ name }) => values[name] ?? null) },
  cut: NOTHING_CUT,
})

/** A row that was selected, to be removed. */
export const removalOf = ({ id, key, version }: EditedRow): Removal => ({
  kind: 'delete',
  id,
  key,
  version,
})
