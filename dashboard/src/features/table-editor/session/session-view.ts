import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import type { Cell } from '@stoa/contract/services/meta/cell'
import type { BulkChange } from '@stoa/contract/services/meta/bulk-changes'
import type { Row, Sort } from '@stoa/contract/services/meta/rows'
import { isIntegerType } from '../../../components/result-grid/cell-type.ts'
import type { RangeSelection } from '../../../components/result-grid/range-selection.ts'
import { hasErrorCode } from '../../../data/client/api-error.ts'
import type {
  Conditions,
  RowChangesResult,
  useRows,
} from '../../../data/resources/services/meta/rows.ts'
import type { ChangeHistory } from './change-history.ts'
import type { ChosenRows } from './chosen-rows.ts'
import type { EditedRow, EditQueue } from './edit-queue.ts'
import { createPageCache } from './page-cache.ts'
import type { IdentifiedRow, PageCache } from './page-cache.ts'
import type { RefreshHolds } from './refresh-holds.ts'
import type { ReviewRequest } from './held-changes.ts'
import type { Review } from './review.ts'
import { positionOf, rowKeyOf } from './row-key.ts'

/** Reads and writes the rows of one table as one role. */
export type RowsOfTable = ReturnType<typeof useRows>

/** The filters and sorts of the visible rows, as set in the URL. */
export type ViewState = Conditions & { readonly sorts: readonly Sort[] }

/** The result of deleting rows: deleted, with what undoes it if that is possible, or collected. */
export type RemovalResult =
  | { state: 'held' }
  /** `kept` rows were not deleted, because a trigger or rule prevented it. */
  | { state: 'saved'; kept: number; undo: (() => Promise<void>) | undefined }
  | Exclude<RowChangesResult, { state: 'saved' }>

/** The result of changes that were saved together, with what undoes them if that is possible. */
export type AppliedResult =
  | { state: 'saved'; undo: (() => Promise<void>) | undefined }
  | Exclude<RowChangesResult, { state: 'saved' }>

export type SessionVerbs = {
  /** Deletes rows, all or none; in review mode, collects their deletion. */
  readonly removeRows: (rows: readonly EditedRow[]) => Promise<RemovalResult>
  /** Saves several changes together, all or none. */
  readonly applyChanges: (
    label: string,
    requests: readonly ReviewRequest[],
  ) => Promise<AppliedResult>
  /**
   * Shows the rows of a bulk change, and returns what undoes it; undefined if it cannot be undone.
   */
  readonly recordBulk: (
    label: string,
    changes: readonly BulkChange[] | undefined,
  ) => (() => Promise<void>) | undefined
  /** Adds an inserted row to the changes that can be undone. */
  readonly recordInserted: (row: Row) => void
}

/** One view of a table with the state that all views of the table share. */
export type SessionView = SessionVerbs & {
  readonly projectRef: string
  readonly table: TableDetail
  readonly cache: PageCache
  readonly edits: EditQueue
  readonly history: ChangeHistory
  readonly review: Review
  readonly chosen: ChosenRows
  /** Keeps live refresh from replacing the rows. */
  readonly holds: RefreshHolds
  readonly range: RangeSelection
  /** The value that a cell shows: the edited one while an edit is not saved yet. */
  readonly valueOf: (row: IdentifiedRow, column: string) => Cell
  /** The row with the number that identifies it. */
  readonly identify: (row: Row) => IdentifiedRow
  /** Shows an inserted row: at once if it comes last, otherwise by loading the rows again. */
  readonly addInserted: (row: Row) => void
  /** The number of rows that are stored, without those that are not inserted yet. */
  readonly storedCount: () => number
  /** Counts every row that matches the filters, however long it takes. */
  readonly countExactly: () => Promise<void>
  /** Loads rows `first` to `last` of this view, bypassing the cache, with every cell in full. */
  readonly readRange: (first: number, last: number) => Promise<IdentifiedRow[]>
  /** Loads the first rows of this view; long cells are truncated. */
  readonly readFirst: (count: number) => Promise<IdentifiedRow[]>
  /** Loads a row with every cell in full. */
  readonly readInFull: (row: IdentifiedRow) => Promise<IdentifiedRow>
}

/** The server's maximum number of rows per request. */
const LARGEST_PAGE = 1000

type CacheOptions = {
  rows: RowsOfTable
  table: TableDetail
  view: ViewState
  identify: (row: Row) => IdentifiedRow
  /** Called before a page is requested. */
  onFetch: () => void
  /** Called when a response has other columns than the table had when it was loaded. */
  onOutdated: () => void
}

/** The cached rows of one view. */
export function createViewCache({ rows, table, view, identify, ...on }: CacheOptions): PageCache {
  return createPageCache({
    identify,
    async fetchPage({ withCount, ...request }) {
      on.onFetch()
      const count = withCount ? 'estimated' : 'none'
      const answer = await rows.list({ ...request, ...view, count }).catch((error: unknown) => {
        if (hasErrorCode(error, 'table_not_found')) on.onOutdated()
        throw error
      })
      if (hasColumnsOf(table, answer.columns)) return answer
      on.onOutdated()
      return { ...answer, rows: inOrder(answer, table), truncated: [] }
    },
  })
}

type Shared = SessionVerbs &
  Pick<
    SessionView,
    'projectRef' | 'table' | 'cache' | 'edits' | 'chosen' | 'range' | 'history' | 'review' | 'holds'
  >
type ReaderOptions = { rows: RowsOfTable; view: ViewState; identify: CacheOptions['identify'] }

/** Adds to the state of a view what reads its rows without the cache. */
export function createSessionView(
  shared: Shared,
  { rows, view, identify }: ReaderOptions,
): SessionView {
  const { table, cache, edits } = shared
  const readInFull = async ({ row }: { row: Row }): Promise<IdentifiedRow> => {
    const key = rowKeyOf(table, row)
    if (key === undefined) return identify(row)
    const { columns, ...full } = await rows.get(key)
    const [ordered = full] = inOrder({ columns, rows: [full] }, table)
    return identify(ordered)
  }
  return {
    ...shared,
    identify,
    readInFull,
    valueOf(identified, column) {
      const edited = edits.row(identified.id)?.cells.get(column)
      if (edited !== undefined) return edited.to
      return identified.row.cells[positionOf(table, column)] ?? null
    },
    addInserted(row) {
      shared.recordInserted(row)
      if (!comesLast(row, { table, cache, view }) || !cache.append(identify(row))) cache.refresh()
    },
    async readFirst(count) {
      const answer = await rows.list({ ...view, limit: Math.min(count, LARGEST_PAGE), offset: 0 })
      return inOrder(answer, table).map(identify)
    },
    storedCount: () => (cache.total()?.value ?? 0) - shared.review.additions().length,
    async countExactly() {
      const answer = await rows.list({ ...view, limit: 1, offset: 0, count: 'exact' })
      if (answer.count !== null) cache.setTotal(answer.count)
    },
    async readRange(first, last) {
      const read: IdentifiedRow[] = []
      let after: string | undefined
      while (read.length < last - first + 1) {
        const limit = Math.min(LARGEST_PAGE, last - first + 1 - read.length)
        const answer = await rows.list({ ...view, limit, offset: first + read.length, after })
        const cut = new Set(answer.truncated.map(([row]) => row))
        for (const [index, row] of inOrder(answer, table).entries()) {
          read.push(cut.has(index) ? await readInFull({ row }) : identify(row))
        }
        if (answer.rows.length < limit || answer.cursor === null) break
        after = answer.cursor
      }
      return read
    },
  }
}

const hasColumnsOf = ({ columns }: TableDetail, names: readonly string[]) =>
  columns.length === names.length && columns.every(({ name }, index) => name === names[index])

/** Reorders cells into the column order of the grid until the table has been reloaded. */
function inOrder(answer: { columns: readonly string[]; rows: readonly Row[] }, table: TableDetail) {
  if (hasColumnsOf(table, answer.columns)) return [...answer.rows]
  const places = table.columns.map(({ name }) => answer.columns.indexOf(name))
  return answer.rows.map((row) => ({
    ...row,
    cells: places.map((place) => row.cells[place] ?? null),
  }))
}

/**
 * Whether a new row certainly comes after all others. Only the order of integers is known here:
 * texts are ordered by the rules of the database.
 */
function comesLast(
  row: Row,
  { table, cache, view }: Pick<SessionView, 'table' | 'cache'> & { view: ViewState },
): boolean {
  if (view.filters.length > 0 || view.sorts.length > 0) return false
  const position = positionOf(table, table.primary_key[0] ?? '')
  const column = table.columns[position]
  if (column === undefined || table.primary_key.length > 1 || !isIntegerType(column.type))
    return false
  const total = cache.total()?.value ?? 0
  if (total === 0) return true
  const last = cache.row(total - 1)?.row.cells[position] ?? null
  const added = row.cells[position] ?? null
  return last !== null && added !== null && BigInt(added) > BigInt(last)
}
