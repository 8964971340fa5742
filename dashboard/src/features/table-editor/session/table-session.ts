import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import type { Row } from '@stoa/contract/services/meta/rows'
import { createRangeSelection } from '../../../components/result-grid/range-selection.ts'
import { createChosenRows } from './chosen-rows.ts'
import {
  bulkSavedChanges,
  createChangeHistory,
  restorableValues,
  savedChanges,
} from './change-history.ts'
import type { ChangeHistory, HistoryOptions } from './change-history.ts'
import { createEditQueue } from './edit-queue.ts'
import type { EditedCell, EditQueue, RowEdits } from './edit-queue.ts'
import type { IdentifiedRow } from './page-cache.ts'
import { createRefreshHolds } from './refresh-holds.ts'
import { removalOf, type ReviewRequest } from './held-changes.ts'
import { createReview, type Review } from './review.ts'
import { createRowIdentities } from './row-identities.ts'
import { positionOf, rowKeyOf } from './row-key.ts'
import { withAdditions } from './rows-with-additions.ts'
import { createSaveOnce } from './save-once.ts'
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

/** The number of rows whose numbers are kept, which is more than the cache has. */
const MAX_IDENTITIES = 20_000

/**
 * The state of one table that is read and changed as one role: its rows, edits and selected rows.
 * Edits belong to the table and not to what is shown, so they are saved after another view, page or
 * table was opened.
 */
export function createTableSession(options: TableSessionOptions): TableSession {
  const { projectRef, rows } = options
  const identities = createRowIdentities()
  const chosen = createChosenRows()
  const range = createRangeSelection()
  const holds = createRefreshHolds()
  let definition = options.table
  let last: { key: string; view: SessionView } | undefined
  let shown: { view: SessionView; onOutdated: () => void } | undefined

  const identify = (row: Row): IdentifiedRow => {
    const key = rowKeyOf(definition, row)
    return { id: identities.of(key), key, row }
  }

  const refresh = () => shown?.view.cache.refresh()
  const saveOnce = createSaveOnce(rows)
  const history = createChangeHistory({
    table: () => definition,
    save: rows.change,
    onDone(way, label) {
      refresh()
      options.onUndone(way, label)
    },
    onFailed: options.onNotUndone,
  })

  /** Adds a batch that was saved to the history; undefined if it cannot be undone. */
  function record(
    label: string,
    requests: readonly ReviewRequest[],
    result: Parameters<typeof savedChanges>[2],
  ) {
    for (const { key, version } of result.rows) if (key) history.written(key, version)
    const changes = savedChanges(definition, requests, result)
    return changes && history.record({ label, changes })
  }

  function recordEdits(
    { key: before }: RowEdits,
    sent: ReadonlyMap<string, EditedCell>,
    row: Row,
  ): void {
    const after = rowKeyOf(definition, row)
    if (after === undefined) return
    history.written(after, row.version)
    const names = [...sent.keys()]
    const stored = (name: string) => row.cells[positionOf(definition, name)] ?? null
    history.record({
      label: `edit of ${names.join(', ')}`,
      changes: [
        {
          kind: 'update',
          before,
          after,
          from: Object.fromEntries([...sent].map(([name, { from }]) => [name, from])),
          to: Object.fromEntries(names.map((name) => [name, stored(name)])),
        },
      ],
    })
  }

  const review = createReview({
    table: () => definition,
    edits: () => edits,
    save: rows.change,
    wasSaved: rows.wasSaved,
    onSaved(requests, result) {
      chosen.clear()
      refresh()
      options.onReviewed(
        record(countOf(requests.length, 'change'), requests, result),
        requests.length,
      )
    },
  })

  const edits: EditQueue = createEditQueue({
    save: rows.update,
    onSaved: recordEdits,
    isHeld: review.isOn,
    onHeld: review.held,
    keyOf: (row) => rowKeyOf(definition, row),
    cellOf: (row, column) => row.cells[positionOf(definition, column)] ?? null,
    onRow(id, row) {
      if (row.cells.length !== definition.columns.length) {
        // The values cannot be told apart until the definition has been loaded again.
        shown?.onOutdated()
        shown?.view.cache.refresh()
        return
      }
      const key = rowKeyOf(definition, row)
      if (key !== undefined) {
        identities.move(id, key)
        chosen.move(id, key)
      }
      shown?.view.cache.replaceRow({ id, key, row })
    },
    onGone(id) {
      chosen.remove([id])
      shown?.view.cache.refresh()
      options.onGone(session)
    },
    onStuck() {
      if (shown === undefined) options.onStuck(session)
    },
  })

  edits.subscribe(review.refresh)

  const verbs: SessionVerbs = {
    async removeRows(removed) {
      if (review.isOn()) {
        chosen.remove(removed.map(({ id }) => id))
        review.remove(removed.map(removalOf))
        return { state: 'held' }
      }
      const requests = removed.map(({ key, version }) => ({
        kind: 'delete' as const,
        key: { ...key },
        version,
      }))
      const result = await saveOnce(requests)
      if (result.state !== 'saved') return result
      const ids = removed.map(({ id }) => id)
      edits.forget(ids)
      chosen.remove(ids)
      refresh()
      const undo = record(countOf(ids.length, 'deleted row'), requests, result)
      return { state: 'saved', kept: result.rows.filter((row) => row.is_kept).length, undo }
    },
    async applyChanges(label, requests) {
      const result = await saveOnce(requests.map(({ from: _from, ...request }) => request))
      if (result.state !== 'saved') return result
      refresh()
      return { state: 'saved', undo: record(label, requests, result) }
    },
    recordBulk(label, changes) {
      chosen.clear()
      refresh()
      if (changes === undefined || changes.length === 0) return undefined
      return history.record({ label, changes: bulkSavedChanges(definition, changes) })
    },
    recordInserted(row) {
      const key = rowKeyOf(definition, row)
      if (key === undefined) return
      history.written(key, row.version)
      const columns = definition.columns.map(({ name }) => name)
      const values = restorableValues(definition, { columns, cells: row.cells })
      history.record({ label: 'inserted row', changes: [{ kind: 'insert', key, values }] })
    },
  }

  function forgetUnused(): void {
    if (identities.size() <= MAX_IDENTITIES) return
    const edited = [...edits.pending(), ...edits.refused()].map(({ id }) => id)
    identities.keep(
      new Set([...(shown?.view.cache.ids() ?? []), ...edited, ...chosen.all().keys()]),
    )
  }

  function createView(table: TableDetail, view: ViewState, key: string): SessionView {
    const cache =
      last?.key === key
        ? last.view.cache
        : withAdditions(
            createViewCache({
              rows,
              table,
              view,
              identify,
              onFetch: forgetUnused,
              onOutdated: () => shown?.onOutdated(),
            }),
            review,
          )
    const shared = {
      projectRef,
      table,
      cache,
      edits,
      chosen,
      range,
      history,
      review,
      holds,
      ...verbs,
    }
    return createSessionView(shared, { rows, view, identify })
  }

  const session: TableSession = {
    projectRef,
    edits,
    history,
    review,
    table: () => definition,
    view(table, state) {
      const key = keyOf(table, state)
      if (last?.key === key && last.view.table === table) return last.view
      definition = table
      last = { key, view: createView(table, state, key) }
      return last.view
    },
    show(view, onOutdated) {
      shown = { view, onOutdated }
      return () => {
        shown = undefined
      }
    },
    isShown: () => shown !== undefined,
  }
  return session
}

const countOf = (count: number, one: string): string =>
  count === 1 ? one : `${count.toLocaleString('en')} ${one}s`

/** Rows are loaded again if the order, or the names or types of the columns are others. */
const keyOf = (table: TableDetail, { filters, match, sorts }: ViewState): string =>
  JSON.stringify([
    table.primary_key,
    table.columns.map(({ name, type }) => [name, type]),
    filters,
    match,
    sorts,
  ])
