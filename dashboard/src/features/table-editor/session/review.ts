import type { Cell } from '@stoa/contract/services/meta/cell'
import type { HeldEdit } from './edit-queue.ts'
import { shownRow, type Addition, type HeldChange, type Removal } from './held-changes.ts'
import {
  addStep,
  clear,
  dropChange,
  emit,
  emptyReview,
  forgetSteps,
  heldRows,
  put,
  replay,
  type ReviewOptions,
  type ReviewProgress,
  type ReviewState,
} from './review-state.ts'
import { keepMine, saveReview } from './save-review.ts'

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

type ObservedReview = Review & {
  /** Called by the edits when values of cells were collected. */
  held: (edits: readonly HeldEdit[]) => void
  /** Called when the edits have changed. */
  refresh: () => void
}

/** Changes of a table that are collected until they are saved in one transaction or discarded. */
export function createReview(options: ReviewOptions): ObservedReview {
  const review = emptyReview(options)
  return {
    isOn: () => review.isOn,
    setOn: (isOn) => turn(review, isOn),
    changes: () => review.changes,
    progress: () => review.progress,
    removal: (id) => review.removals.has(id),
    additions: () => review.shownAdditions,
    remove: (rows) => removeRows(review, rows),
    add: (rows) => addRows(review, rows),
    drop: (id) => dropChange(review, id),
    discard: () => clear(review),
    save: () => saveReview(review),
    keepMine: () => keepMine(review),
    canUndo: () => review.past.length > 0,
    canRedo: () => review.future.length > 0,
    undo: () => replay(review, 'undo'),
    redo: () => replay(review, 'redo'),
    held: (edits) => holdEdits(review, edits),
    refresh() {
      if (review.changes.length > 0 || heldRows(review).length > 0) emit(review)
    },
    subscribe(listener) {
      review.listeners.add(listener)
      return () => review.listeners.delete(listener)
    },
  }
}

function turn(review: ReviewState, isOn: boolean): void {
  if (review.isOn === isOn) return
  review.isOn = isOn
  if (!isOn) forgetSteps(review)
  emit(review)
}

function removeRows(review: ReviewState, rows: readonly Removal[]): void {
  // Rows that are not inserted yet are only dropped.
  for (const { id } of rows) review.additions.delete(id)
  put(
    review,
    review.removals,
    rows.filter(({ id }) => id > 0),
  )
}

function addRows(review: ReviewState, rows: readonly Readonly<Record<string, Cell>>[]): void {
  const additions = rows.map((values): Addition => {
    review.lastAdded -= 1
    const id = review.lastAdded
    return { kind: 'insert', id, values, shown: shownRow(review.options.table(), id, values) }
  })
  put(review, review.additions, additions)
}

function holdEdits(review: ReviewState, edits: readonly HeldEdit[]): void {
  const edit = (part: (edit: HeldEdit) => Cell) =>
    review.options.edits().editAll(
      edits.map((each) => ({
        row: each.row,
        changes: [{ column: each.column, from: each.from, to: part(each) }],
        refusals: [],
      })),
    )
  addStep(review, { undo: () => edit(({ before }) => before), redo: () => edit(({ to }) => to) })
  emit(review)
}
