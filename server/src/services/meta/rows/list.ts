import { invalidCursor } from '../../../lib/refusals.ts'
import { leavesOf } from '@stoa/contract/services/meta/leaves-of'
import type { listRows as endpoint } from '@stoa/contract/services/meta/rows'
import type { z } from 'zod'
import type { Caller } from '../../../project/caller.ts'
import type { Project } from '../../../project/project.ts'
import type { Session } from '../../../postgres/database.ts'
import { emptySql, sql, type Sql } from '../../../postgres/sql.ts'
import { readDatabase } from '../session.ts'
import type { Sight } from '../withheld.ts'
import { explainFailure } from './blame.ts'
import { CELL_LIMIT, cutCells, selectList, toRow } from './cells.ts'
import { countRows } from './count.ts'
import { readCursor, writeCursor, type Cursor } from './cursor.ts'
import { conditionsSql, filterSql, whereSql } from './filters.ts'
import { afterSql, isKeyTotal, orderKeys, orderSql, type OrderKey } from './order.ts'
import { readShape, tableSql, type TableShape } from './shape.ts'

type Request = Omit<z.infer<NonNullable<typeof endpoint.body>>, 'impersonate'>
type Window = z.infer<typeof endpoint.response>

/**
 * One window of a table's rows and the cursor of the next. 400 `invalid_filter`, `invalid_sort`,
 * `unknown_column` and `invalid_cursor` name their cause; 408 `query_timeout` after thirty seconds.
 */
export const listRows = (
  project: Project,
  id: number,
  { request, sight, caller }: ListOptions,
): Promise<Window> => readDatabase(project, (tx) => readWindow(tx, id, { request, sight }), caller)

type ListOptions = {
  readonly request: Request
  readonly sight: Sight
  /** The caller that the rows are read as; by default, the project's owner. */
  readonly caller?: Caller | undefined
}

async function readWindow(
  tx: Session,
  id: number,
  { request, sight }: Pick<ListOptions, 'request' | 'sight'>,
): Promise<Window> {
  const table = await readShape(tx, id, sight)
  const conditions = conditionsSql(table, request)
  const keys = orderKeys(table, request.sorts)
  const start = startOf(request, keys)
  // One extra row shows whether there is a next window.
  const statement = windowSql(table, { conditions, keys, start, limit: request.limit + 1 })
  const found = await explainFailure(tx, () => tx.text(statement), {
    probes: probes(table, request),
    // Postgres rejects the values of a cursor if the type of a column was changed since.
    otherwise: request.after === undefined ? undefined : invalidCursor,
  })
  const page = found.rows.slice(0, request.limit).map((row) => cutCells(toRow(row), CELL_LIMIT))
  const hasMore = found.rows.length > request.limit
  return {
    columns: table.columns.map((column) => column.name),
    rows: page.map(({ row }) => row),
    truncated: page.flatMap(({ cut }, row) => cut.map((column): [number, number] => [row, column])),
    cursor: hasMore ? writeCursor(endOf(table, { keys, start, page }), keys) : null,
    count:
      request.count === 'none'
        ? null
        : await countRows(tx, { table, conditions, isExact: request.count === 'exact' }),
  }
}

const startOf = ({ after, offset }: Request, keys: readonly OrderKey[]): Cursor =>
  after === undefined ? { offset, values: null } : readCursor(after, keys)

type WindowParts = {
  readonly conditions: readonly Sql[]
  readonly keys: readonly OrderKey[]
  readonly start: Cursor
  readonly limit: number
}

function windowSql(table: TableShape, { conditions, keys, start, limit }: WindowParts): Sql {
  const rest = start.values ? [...conditions, afterSql(keys, start.values)] : conditions
  const offset =
    start.values || start.offset === 0 ? emptySql : sql`offset ${String(start.offset)}::bigint`
  return sql`
    select ${selectList(table, CELL_LIMIT)}
    from ${tableSql(table)}
    ${whereSql(rest)}
    ${orderSql(table, keys)}
    limit ${limit}::int ${offset}`
}

type Page = readonly ReturnType<typeof cutCells>[]

function endOf(
  table: TableShape,
  { keys, start, page }: { keys: readonly OrderKey[]; start: Cursor; page: Page },
): Cursor {
  const offset = start.offset + page.length
  const last = page.at(-1)
  if (!last || !isKeyTotal(table)) return { offset, values: null }
  const places = keys.map(({ column }) => table.columns.indexOf(column))
  // A truncated value cannot be used in a cursor; an offset can.
  if (places.some((place) => last.cut.includes(place))) return { offset, values: null }
  return { offset, values: places.map((place) => last.row.cells[place] ?? null) }
}

/** Each filter and sort separately, to find the one that Postgres rejects. */
export function probes(table: TableShape, { filters, sorts }: Pick<Request, 'filters' | 'sorts'>) {
  return [
    ...leavesOf(filters).map((filter) => ({
      code: 'invalid_filter',
      column: filter.column,
      statement: sql`select from ${tableSql(table)} where ${filterSql(table, filter)} limit 0`,
    })),
    ...sorts.map((sort) => ({
      code: 'invalid_sort',
      column: sort.column,
      statement: sql`
        select from ${tableSql(table)}
        ${orderSql(table, orderKeys({ ...table, primaryKey: [] }, [sort]))} limit 0`,
    })),
  ]
}
