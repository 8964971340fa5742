import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import type { Filter, Row, Sort } from '@stoa/contract/services/meta/rows'
import { useEffect, useMemo, useState } from 'react'
import { createRangeSelection } from '../../../components/result-grid/range-selection.ts'
import type { RangeSelection } from '../../../components/result-grid/range-selection.ts'
import { hasErrorCode } from '../../../data/client/api-error.ts'
import { useRows } from '../../../data/resources/database/rows.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { createChosenRows } from './chosen-rows.ts'
import type { ChosenRows } from './chosen-rows.ts'
import { createEditQueue } from './edit-queue.ts'
import type { EditQueue, SaveRequest, SaveResult } from './edit-queue.ts'
import { createPageCache } from './page-cache.ts'
import type { PageCache } from './page-cache.ts'
import { positionOf, rowIdOf, rowKeyOf } from './table-access.ts'

export type TableSession = {
  readonly projectRef: string
  readonly table: TableDetail
  readonly cache: PageCache
  readonly edits: EditQueue
  readonly chosen: ChosenRows
  readonly range: RangeSelection
  /** Counts every row that matches the filters, however long it takes. */
  readonly countExactly: () => Promise<void>
  /** Loads rows `first` to `last` of this view, bypassing the cache, with every cell in full. */
  readonly readRange: (first: number, last: number) => Promise<Row[]>
  /** Loads the first rows of this view; long cells are truncated. */
  readonly readFirst: (count: number) => Promise<Row[]>
  /** Loads a row with every cell in full. */
  readonly readInFull: (row: Row) => Promise<Row>
}

type Options = {
  projectRef: string
  table: TableDetail
  filters: readonly Filter[]
  sorts: readonly Sort[]
  /** Called when a response has other columns than the table had when it was loaded. */
  onOutdated: () => void
}

/** The server's maximum number of rows per request. */
const LARGEST_PAGE = 1000

/**
 * The state of one open table. Edits are kept when a filter or sort changes; cached pages are not,
 * because each view has its own order.
 */
export function useTableSession(options: Options): TableSession {
  const { projectRef, table, filters, sorts } = options
  const rows = useRows(projectRef, table.id)
  const [kept, keep] = useState(() => ({ rows, state: createSessionState(rows.update) }))
  // Another role reads and saves separately. It cannot be chosen while edits are unsaved.
  if (kept.rows !== rows) keep({ rows, state: createSessionState(rows.update) })
  const { state } = kept
  const { chosen, edits, range } = state
  const columnNames = table.columns.map(({ name }) => name).join('\n')
  const viewKey = JSON.stringify([filters, sorts])
  const cache = useMemo(() => {
    const [viewFilters, viewSorts]: [Filter[], Sort[]] = JSON.parse(viewKey)
    const names = columnNames.split('\n')
    return createPageCache({
      async fetchPage({ withCount, ...request }) {
        const answer = await rows
          .list({
            ...request,
            filters: viewFilters,
            sorts: viewSorts,
            count: withCount ? 'estimated' : 'none',
          })
          .catch((error: unknown) => {
            if (hasErrorCode(error, 'table_not_found')) state.outdated()
            throw error
          })
        if (answer.columns.join('\n') === names.join('\n')) return answer
        state.outdated()
        return { ...answer, rows: inOrder(answer, names), truncated: [] }
      },
    })
  }, [rows, state, viewKey, columnNames])
  useEffect(() => {
    cache.show(0, 60)
    range.clear()
    return () => cache.stop()
  }, [cache, range])
  const { onOutdated } = options
  useEffect(() => state.attach({ table, cache, onOutdated }))
  useUnsavedGuard(edits)

  return useMemo(() => {
    const [viewFilters, viewSorts]: [Filter[], Sort[]] = JSON.parse(viewKey)
    const view = { filters: viewFilters, sorts: viewSorts }
    const readInFull = async (row: Row) => {
      const key = rowKeyOf(table, row)
      if (key === undefined) return row
      const { version, cells } = await rows.get(key)
      return { version, cells }
    }
    return {
      projectRef,
      table,
      cache,
      edits,
      chosen,
      range,
      readInFull,
      readFirst: async (count) => {
        const answer = await rows.list({ ...view, limit: Math.min(count, LARGEST_PAGE), offset: 0 })
        return inOrder(answer, columnNames.split('\n'))
      },
      async countExactly() {
        const answer = await rows.list({ ...view, limit: 1, offset: 0, count: 'exact' })
        if (answer.count !== null) cache.setTotal(answer.count)
      },
      async readRange(first, last) {
        const read: Row[] = []
        let after: string | undefined
        while (read.length < last - first + 1) {
          const limit = Math.min(LARGEST_PAGE, last - first + 1 - read.length)
          const answer = await rows.list({ ...view, limit, offset: first + read.length, after })
          const cut = new Set(answer.truncated.map(([row]) => row))
          for (const [index, row] of answer.rows.entries()) {
            read.push(cut.has(index) ? await readInFull(row) : row)
          }
          if (answer.rows.length < limit || answer.cursor === null) break
          after = answer.cursor
        }
        return read
      },
    }
  }, [projectRef, table, cache, edits, chosen, range, rows, viewKey, columnNames])
}

type Shown = { table: TableDetail; cache: PageCache; onOutdated: () => void }

/** The state that is kept across views. `attach` connects it to the current one. */
function createSessionState(save: (request: SaveRequest) => Promise<SaveResult>) {
  let shown: Shown | undefined
  return {
    chosen: createChosenRows(),
    range: createRangeSelection(),
    edits: createEditQueue({
      async save(request) {
        const result = await save(request)
        // The table is no longer open, so the mark in the cell would go unseen.
        if (shown === undefined && result.state !== 'saved') {
          toast.error('An edit in a table you closed was not saved')
        }
        return result
      },
      onRow(id, row) {
        const now = shown
        now?.cache.replaceRow((other) => rowIdOf(now.table, other) === id, row)
      },
      onGone() {
        toast.warning('This row has been deleted', { description: 'The table was reloaded.' })
        shown?.cache.refresh()
      },
      positionOf: (column) => (shown === undefined ? -1 : positionOf(shown.table, column)),
    }),
    attach(next: Shown) {
      shown = next
      return () => {
        shown = undefined
      }
    },
    outdated: () => shown?.onOutdated(),
  }
}

/** Reorders cells into the column order of the grid until the table has been reloaded. */
function inOrder(answer: { columns: string[]; rows: Row[] }, names: readonly string[]): Row[] {
  const places = names.map((name) => answer.columns.indexOf(name))
  return answer.rows.map((row) => ({
    ...row,
    cells: places.map((place) => row.cells[place] ?? null),
  }))
}

/** Retries when the connection is back, and asks before the browser closes with unsaved edits. */
function useUnsavedGuard(edits: EditQueue): void {
  useEffect(() => {
    const retry = () => {
      for (const { id } of edits.pending()) edits.retry(id)
    }
    const ask = (event: BeforeUnloadEvent) => {
      if (edits.pending().length > 0) event.preventDefault()
    }
    window.addEventListener('online', retry)
    window.addEventListener('beforeunload', ask)
    return () => {
      window.removeEventListener('online', retry)
      window.removeEventListener('beforeunload', ask)
    }
  }, [edits])
}
