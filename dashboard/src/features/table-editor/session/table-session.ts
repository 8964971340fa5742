import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import type { Row } from '@stoa/contract/services/meta/rows'
import { createRangeSelection } from '../../../components/result-grid/range-selection.ts'
import { createChosenRows } from './chosen-rows.ts'
import { createEditQueue } from './edit-queue.ts'
import type { EditQueue } from './edit-queue.ts'
import type { IdentifiedRow } from './page-cache.ts'
import { createRowIdentities } from './row-identities.ts'
import { positionOf, rowKeyOf } from './row-key.ts'
import { createSessionView, createViewCache } from './session-view.ts'
import type { RowsOfTable, SessionView, ViewState } from './session-view.ts'

export type TableSession = {
  readonly projectRef: string
  readonly edits: EditQueue
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
  let definition = options.table
  let last: { key: string; view: SessionView } | undefined
  let shown: { view: SessionView; onOutdated: () => void } | undefined

  const identify = (row: Row): IdentifiedRow => {
    const key = rowKeyOf(definition, row)
    return { id: identities.of(key), key, row }
  }

  const edits = createEditQueue({
    save: rows.update,
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
        : createViewCache({
            rows,
            table,
            view,
            identify,
            onFetch: forgetUnused,
            onOutdated: () => shown?.onOutdated(),
          })
    const shared = { projectRef, table, cache, edits, chosen, range }
    return createSessionView(shared, { rows, view, identify })
  }

  const session: TableSession = {
    projectRef,
    edits,
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

/** Rows are loaded again if the order, or the names or types of the columns are others. */
const keyOf = (table: TableDetail, { filters, sorts }: ViewState): string =>
  JSON.stringify([
    table.primary_key,
    table.columns.map(({ name, type }) => [name, type]),
    filters,
    sorts,
  ])
