import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import type { RowChange } from '@stoa/contract/services/meta/row-changes'
import type { Row } from '@stoa/contract/services/meta/rows'
import type { RowChangesResult } from '../../../data/resources/services/meta/rows.ts'
import type { EditQueue } from './edit-queue.ts'
import type { Addition, HeldChange, Removal, ReviewRequest } from './held-changes.ts'

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

type Step = { readonly undo: () => void; readonly redo: () => void }

/** The collected changes of a table, and what is known about saving them. */
export type ReviewState = {
  readonly options: ReviewOptions
  readonly removals: Map<number, Removal>
  readonly additions: Map<number, Addition>
  /** The order in which rows were changed first. */
  readonly order: Map<number, number>
  readonly listeners: Set<() => void>
  readonly past: Step[]
  readonly future: Step[]
  isOn: boolean
  isReplaying: boolean
  /** The number of the last row that was added; numbers of added rows are negative. */
  lastAdded: number
  sequence: number
  progress: ReviewProgress
  /** Every change, as it was at the last event. */
  changes: readonly HeldChange[]
  shownAdditions: readonly Addition[]
  /** Changes of which the response was lost. */
  lost: { readonly sent: readonly HeldChange[]; readonly token: string } | undefined
}

export const emptyReview = (options: ReviewOptions): ReviewState => ({
  options,
  removals: new Map(),
  additions: new Map(),
  order: new Map(),
  listeners: new Set(),
  past: [],
  future: [],
  isOn: false,
  isReplaying: false,
  lastAdded: 0,
  sequence: 0,
  progress: { state: 'idle' },
  changes: [],
  shownAdditions: [],
  lost: undefined,
})

/** Reads the changes again and tells the listeners. */
export function emit(review: ReviewState): void {
  review.changes = collect(review)
  review.shownAdditions = [...review.additions.values()]
  for (const listener of review.listeners) listener()
}

function collect(review: ReviewState): HeldChange[] {
  const { removals, additions, order } = review
  const edited = heldRows(review)
    .filter((row) => !removals.has(row.id))
    .map((row): HeldChange => ({ kind: 'update', id: row.id, row }))
  const all = [...edited, ...removals.values(), ...additions.values()]
  const present = new Set(all.map(({ id }) => id))
  for (const id of order.keys()) if (!present.has(id)) order.delete(id)
  for (const { id } of all) if (!order.has(id)) order.set(id, (review.sequence += 1))
  return all.toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
}

/** The rows with collected edits of cells. */
export const heldRows = ({ options }: ReviewState) =>
  options
    .edits()
    .pending()
    .filter((row) => row.progress.state === 'held')

/** After changes were saved or dropped, steps before can no longer be taken back. */
export function forgetSteps({ past, future }: ReviewState): void {
  past.length = 0
  future.length = 0
}

/** Adds a step that can be taken back. */
export function addStep(review: ReviewState, step: Step): void {
  if (review.isReplaying) return
  review.past.push(step)
  review.future.length = 0
  endProgress(review)
}

/** A failure or conflict belongs to changes that are now others. */
export function endProgress(review: ReviewState): void {
  if (review.progress.state !== 'saving') review.progress = { state: 'idle' }
}

export function replay(review: ReviewState, way: keyof Step): void {
  const [from, to] = way === 'undo' ? [review.past, review.future] : [review.future, review.past]
  const step = from.pop()
  if (step === undefined) return
  review.isReplaying = true
  step[way]()
  review.isReplaying = false
  to.push(step)
  emit(review)
}

/** Collects rows in one of the maps, as one step. */
export function put<Held extends { readonly id: number }>(
  review: ReviewState,
  map: Map<number, Held>,
  rows: readonly Held[],
): void {
  const redo = () => rows.forEach((row) => map.set(row.id, row))
  redo()
  addStep(review, { redo, undo: () => rows.forEach(({ id }) => map.delete(id)) })
  emit(review)
}

/** Drops every change. */
export function clear(review: ReviewState): void {
  review.lost = undefined
  review.removals.clear()
  review.additions.clear()
  forgetSteps(review)
  review.progress = { state: 'idle' }
  review.options.edits().forget(heldRows(review).map(({ id }) => id))
  emit(review)
}

/** Drops the change of one row. */
export function dropChange(review: ReviewState, id: number): void {
  review.removals.delete(id)
  review.additions.delete(id)
  const edits = review.options.edits()
  if (edits.row(id)?.progress.state === 'held') edits.discard(id)
  forgetSteps(review)
  endProgress(review)
  emit(review)
}
