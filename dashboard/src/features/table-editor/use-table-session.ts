import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import type { Filter, Row, Sort } from '@stoa/contract/services/meta/rows'
import { useEffect, useMemo, useState } from 'react'
import { createRangeSelection } from '../../components/result-grid/range-selection.ts'
import type { RangeSelection } from '../../components/result-grid/range-selection.ts'
import { useRows } from '../../data/resources/rows.ts'
import { toast } from '../../ui/toast.ts'
import { createChosenRows } from './chosen-rows.ts'
import type { ChosenRows } from './chosen-rows.ts'
import { createEditQueue } from './edit-queue.ts'
import type { EditQueue, SaveRequest, SaveResult } from './edit-queue.ts'
import { createPageCache } from './page-cache.ts'
import type { PageCache } from './page-cache.ts'
import { positionOf, rowIdOf, rowKeyOf } from './table-access.ts'

export type TableSession = {
  readonly table: TableDetail
  readonly cache: PageCache
  readonly edits: EditQueue
  readonly chosen: ChosenRows
  readonly range: RangeSelection
  /** Counts every row that passes the filters, however long it takes. */
  readonly countExactly: () => Promise<void>
  /** Rows `first` to `last` of this view, read past the cache, cut cells in full. */
  readonly readRange: (first: number, last: number) => Promise<Row[]>
  /** A row with every cell in full. */
  readonly readInFull: (row: Row) => Promise<Row>
}

type Options = {
  projectRef: string
  table: TableDetail
  filters: readonly Filter[]
  sorts: readonly Sort[]
  /** The answers show columns that the table was not known to have, or lack some. */
  onOutdated: () => void
}

/** The most rows the server gives at once. */
const LARGEST_PAGE = 1000

/**
 * Everything that lives as long as one table is open. Edits outlive a change of filter or sort;
 * pages do not, since each view has an order of its own.
 */
export function useTableSession(options: Options): TableSession {
  const { projectRef, table, filters, sorts } = options
  const rows = useRows(projectRef, table.id)
  const [state] = useState(() => createSessionState(rows.update))
  const { chosen, edits, range } = state
  const columnNames = table.columns.map(({ name }) => name).join('\n')
  const viewKey = JSON.stringify([filters, sorts])
  const cache = useMemo(() => {
    const [viewFilters, viewSorts]: [Filter[], Sort[]] = JSON.parse(viewKey)
    const names = columnNames.split('\n')
    return createPageCache({
      async fetchPage({ withCount, ...request }) {
        const answer = await rows.list({
          ...request,
          filters: viewFilters,
          sorts: viewSorts,
          count: withCount ? 'estimated' : 'none',
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
      table,
      cache,
      edits,
      chosen,
      range,
      readInFull,
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
  }, [table, cache, edits, chosen, range, rows, viewKey])
}

type Shown = { table: TableDetail; cache: PageCache; onOutdated: () => void }

/** What outlives a change of view, tied by `attach` to what is shown now. */
function createSessionState(save: (request: SaveRequest) => Promise<SaveResult>) {
  let shown: Shown | undefined
  return {
    chosen: createChosenRows(),
    range: createRangeSelection(),
    edits: createEditQueue({
      async save(request) {
        const result = await save(request)
        // Nobody is there to see the mark in the cell.
        if (shown === undefined && result.state !== 'saved') {
          toast.error('An edit of a table you left was not saved')
        }
        return result
      },
      onRow(id, row) {
        const now = shown
        now?.cache.replaceRow((other) => rowIdOf(now.table, other) === id, row)
      },
      onGone() {
        toast.warning('The row was deleted meanwhile', { description: 'The table was read anew.' })
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

/** Cells in the order the grid knows, while it learns of the new columns. */
function inOrder(answer: { columns: string[]; rows: Row[] }, names: readonly string[]): Row[] {
  const places = names.map((name) => answer.columns.indexOf(name))
  return answer.rows.map((row) => ({
    ...row,
    cells: places.map((place) => row.cells[place] ?? null),
  }))
}

/** Retries when the connection is back; the browser asks before it closes over unsaved edits. */
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
