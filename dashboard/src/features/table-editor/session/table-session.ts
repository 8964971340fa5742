import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import { createRangeSelection } from '../../../components/result-grid/range-selection.ts'
import { createChangeHistory, type ChangeHistory, type HistoryOptions } from './change-history.ts'
import { createChosenRows } from './chosen-rows.ts'
import { createEditQueue, type EditQueue } from './edit-queue.ts'
import { createRefreshHolds } from './refresh-holds.ts'
import { createReview, type Review } from './review.ts'
import { createRowIdentities } from './row-identities.ts'
import { positionOf, rowKeyOf } from './row-key.ts'
import { withAdditions } from './rows-with-additions.ts'
import {
  countOf,
  forgetUnused,
  identify,
  recordBatch,
  recordEdits,
  refresh,
  showStored,
  type SessionState,
} from './session-state.ts'
import { createSessionVerbs } from './session-verbs.ts'
import { createSessionView, createViewCache } from './session-view.ts'
import type { RowsOfTable, SessionVerbs, SessionView, ViewState } from './session-view.ts'

export type TableSession = {
  readonly projectRef: string
  readonly edits: EditQueue
  readonly history: ChangeHistory
  readonly review: Review
  /** The table as it was defined when it was last shown. */
  readonly table: () => TableDetail
  /**
   * A view of the table. The same definition, filters and sorts return the same view, and another
   * definition or order of the rows has a cache of its own. Edits and selected rows are shared.
   */
  readonly view: (table: TableDetail, state: ViewState) => SessionView
  /** Sends changes of rows to this view until the returned function is called. */
  readonly show: (view: SessionView, onOutdated: () => void) => () => void
  readonly isShown: () => boolean
}

export type TableSessionOptions = {
  projectRef: string
  table: TableDetail
  rows: RowsOfTable
  /** Called when an edited row turns out to be deleted. */
  onGone: (session: TableSession) => void
  /** Called when an edit was not saved while the table is not shown. */
  onStuck: (session: TableSession) => void
  /** Called after an undo or a redo, or when one failed. */
  onUndone: HistoryOptions['onDone']
  /** Called when collected changes were saved, with what undoes them if that is possible. */
  onReviewed: (undo: (() => Promise<void>) | undefined, count: number) => void
  onNotUndone: HistoryOptions['onFailed']
}

/**
 * The state of one table that is read and changed as one role: its rows, edits and selected rows.
 * Edits belong to the table and not to what is shown, so they are saved after another view, page or
 * table was opened.
 */
export function createTableSession(options: TableSessionOptions): TableSession {
  const { projectRef } = options
  const state = createState(options, () => session)
  const verbs = createSessionVerbs(state)
  const session: TableSession = {
    projectRef,
    edits: state.edits,
    history: state.history,
    review: state.review,
    table: () => state.definition,
    view(table, view) {
      const key = keyOf(table, view)
      const { last } = state
      if (last?.key === key && last.view.table === table) return last.view
      state.definition = table
      const opened = createView(state, { projectRef, table, view, verbs, key })
      state.last = { key, view: opened }
      return opened
    },
    show(view, onOutdated) {
      state.shown = { view, onOutdated }
      return () => {
        state.shown = undefined
      }
    },
    isShown: () => state.shown !== undefined,
  }
  return session
}

/** Connects the parts of a session, which refer to each other. */
function createState(options: TableSessionOptions, session: () => TableSession): SessionState {
  const { rows, table } = options
  const history = createChangeHistory({
    table: () => state.definition,
    save: rows.change,
    onDone(way, label) {
      refresh(state)
      options.onUndone(way, label)
    },
    onFailed: options.onNotUndone,
  })
  const review = createReview({
    table: () => state.definition,
    edits: () => state.edits,
    save: rows.change,
    wasSaved: rows.wasSaved,
    onSaved(requests, result) {
      const { length: count } = requests
      state.chosen.clear()
      refresh(state)
      const label = countOf(count, 'change')
      options.onReviewed(recordBatch(state, { label, requests, result }), count)
    },
  })
  const edits = createEditQueue({
    save: rows.update,
    onSaved: (edited, sent, row) => recordEdits(state, { edits: edited, sent, row }),
    isHeld: review.isOn,
    onHeld: review.held,
    keyOf: (row) => rowKeyOf(state.definition, row),
    cellOf: (row, column) => row.cells[positionOf(state.definition, column)] ?? null,
    onRow: (id, row) => showStored(state, id, row),
    onGone(id) {
      state.chosen.remove([id])
      refresh(state)
      options.onGone(session())
    },
    onStuck() {
      if (state.shown === undefined) options.onStuck(session())
    },
  })
  const state: SessionState = {
    rows,
    identities: createRowIdentities(),
    chosen: createChosenRows(),
    range: createRangeSelection(),
    holds: createRefreshHolds(),
    history,
    review,
    edits,
    definition: table,
    last: undefined,
    shown: undefined,
  }
  edits.subscribe(review.refresh)
  return state
}

type NewView = {
  readonly projectRef: string
  readonly table: TableDetail
  readonly view: ViewState
  readonly verbs: SessionVerbs
  readonly key: string
}

function createView(state: SessionState, { projectRef, table, view, verbs, key }: NewView) {
  const { rows, chosen, edits, history, holds, range, review } = state
  const reader = {
    rows,
    view,
    identify: (row: Parameters<typeof identify>[1]) => identify(state, row),
  }
  const cache =
    state.last?.key === key
      ? state.last.view.cache
      : withAdditions(
          createViewCache({
            ...reader,
            table,
            onFetch: () => forgetUnused(state),
            onOutdated: () => state.shown?.onOutdated(),
          }),
          review,
        )
  const shared = { projectRef, table, cache, edits, chosen, range, history, review, holds }
  return createSessionView({ ...shared, ...verbs }, reader)
}

/** Rows are loaded again if the order, or the names or types of the columns are others. */
const keyOf = (table: TableDetail, { filters, match, sorts }: ViewState): string =>
  JSON.stringify([
    table.primary_key,
    table.columns.map(({ name, type }) => [name, type]),
    filters,
    match,
    sorts,
  ])
