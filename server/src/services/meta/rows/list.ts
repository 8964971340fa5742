import { invalidCursor } from '../../../lib/refusals.ts'
import { leavesOf } from '@stoa/contract/services/meta/leaves-of'
import type { Filter, listRows as endpoint } from '@stoa/contract/services/meta/rows'
import type { z } from 'zod'
import type { Caller } from '../../../project/caller.ts'
import type { Project } from '../../../project/project.ts'
import type { Session } from '../../../postgres/database.ts'
import { emptySql, ident, joinSql, sql, type Sql } from '../../../postgres/sql.ts'
import { readDatabase } from '../session.ts'
import type { Sight } from '../withheld.ts'
import { explainFailure } from './blame.ts'
import { CELL_LIMIT, cutCells, hasVersions, selectList, toRow } from './cells.ts'
import { countRows } from './count.ts'
import { readCursor, writeCursor, type Cursor } from './cursor.ts'
import { conditionsSql, filterSql, isComparison, whereSql } from './filters.ts'
import { afterSql, isByPlace, isKeyTotal, orderKeys, orderSql, type OrderKey } from './order.ts'
import { bindAs, findColumn, readShape, tableSql, type TableShape } from './shape.ts'

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
): Promise<Window> =>
  readDatabase(project, (tx) => readWindow(tx, id, { request, sight, caller }), caller)

type ListOptions = {
  readonly request: Request
  readonly sight: Sight
  /** The caller that the rows are read as; by default, the project's owner. */
  readonly caller?: Caller | undefined
}

async function readWindow(
  tx: Session,
  id: number,
  { request, sight, caller }: ListOptions,
): Promise<Window> {
  const table = await readShape(tx, id, sight)
  const conditions = conditionsSql(table, request)
  const keys = orderKeys(table, request.sorts)
  const start = startOf(request, keys)
  // One extra row shows whether there is a next window.
  const limit = request.limit + 1
  const isOwner = caller === undefined
  const statement = windowSql(table, { conditions, keys, start, limit, isOwner })
  const found = await explainFailure(tx, () => tx.text(statement), {
    probes: probes(table, request),
    // Postgres rejects the values of a cursor if the type of a column was changed since.
    otherwise: request.after === undefined ? undefined : invalidCursor,
  })
  const shown = found.rows.slice(0, request.limit)
  const isPlaced = isByPlace(table, keys)
  const place = isPlaced ? (shown.at(-1)?.at(-1) ?? undefined) : undefined
  const page = shown
    .map((row) => toRow(isPlaced ? row.slice(0, -1) : row))
    .map((row) => cutCells(row, CELL_LIMIT))
  const hasMore = found.rows.length > request.limit
  return {
    columns: table.columns.map((column) => column.name),
    rows: page.map(({ row }) => row),
    truncated: page.flatMap(({ cut }, row) => cut.map((column): [number, number] => [row, column])),
    cursor: hasMore ? writeCursor(endOf(table, { keys, start, page, place }), keys) : null,
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
  /** Whether no policies apply. */
  readonly isOwner: boolean
}

/** The inner query picks the rows, so that only cells of the window are turned into text. */
function windowSql(table: TableShape, parts: WindowParts): Sql {
  if (isByPlace(table, parts.keys)) return placedWindowSql(table, parts)
  const { conditions, keys, start, limit } = parts
  const rest = start.values ? [...conditions, afterSql(keys, start.values)] : conditions
  return sql`
    select ${selectList(table, CELL_LIMIT)}
    from (
      select ${storedColumns(table)}
      from ${tableSql(table)}
      ${whereSql(rest)}
      ${orderSql(table, keys)}
      limit ${limit}::int ${offsetSql(start)}
    ) as picked`
}

/**
 * Same as above for rows in the order of their places, whose last column is the place. A scan of a range of
 * places visits them in that order, where sorting a table of a million rows by `ctid` takes
 * seconds. Filters and policies can lead to another scan, so there the places are sorted first.
 */
function placedWindowSql(table: TableShape, parts: WindowParts): Sql {
  const { conditions, start, limit, isOwner } = parts
  const after = sql`ctid > ${start.place ?? '(0,0)'}::pg_catalog.tid`
  const window = sql`limit ${limit}::int ${offsetSql(start)}`
  const picked =
    isOwner && conditions.length === 0
      ? sql`where ${after} ${window}`
      : sql`
          where ctid = any (array(
            select ctid from ${tableSql(table)} ${whereSql([...conditions, after])}
            order by ctid ${window}
          ))`
  return sql`
    select ${selectList(table, CELL_LIMIT)}, ctid::text
    from (select ${storedColumns(table)}, ctid from ${tableSql(table)} ${picked}) as picked
    order by picked.ctid`
}

const storedColumns = (table: TableShape): Sql =>
  joinSql([
    ...(hasVersions(table) ? [sql`xmin`] : []),
    ...table.columns.map(({ name }) => ident(name)),
  ])

const offsetSql = ({ values, place, offset }: Cursor): Sql =>
  values || place !== undefined || offset === 0 ? emptySql : sql`offset ${String(offset)}::bigint`

type Page = readonly ReturnType<typeof cutCells>[]

type End = {
  readonly keys: readonly OrderKey[]
  readonly start: Cursor
  readonly page: Page
  readonly place: string | undefined
}

function endOf(table: TableShape, { keys, start, page, place }: End): Cursor {
  const offset = start.offset + page.length
  const last = page.at(-1)
  if (!last || !isKeyTotal(table)) return { offset, values: null, place }
  const places = keys.map(({ column }) => table.columns.indexOf(column))
  // A truncated value cannot be used in a cursor; an offset can.
  if (places.some((place) => last.cut.includes(place))) return { offset, values: null }
  return { offset, values: places.map((place) => last.row.cells[place] ?? null) }
}

/** Postgres looks for the operator of an array's elements only when it compares two values. */
function compareWithItselfSql(table: TableShape, filter: Filter): Sql {
  const column = findColumn(table, filter.column)
  const value = sql`select ${bindAs(column, filter.value)} as ${ident(column.name)}`
  return sql`select from (${value}) as compared where ${filterSql(table, filter)}`
}

/** Each filter and sort separately, to find the one that Postgres rejects. */
export function probes(table: TableShape, { filters, sorts }: Pick<Request, 'filters' | 'sorts'>) {
  return [
    ...leavesOf(filters).map((filter) => ({
      code: 'invalid_filter',
      column: filter.column,
      statement: sql`select from ${tableSql(table)} where ${filterSql(table, filter)} limit 0`,
    })),
    ...leavesOf(filters)
      .filter(({ operator }) => isComparison(operator))
      .map((filter) => ({
        code: 'invalid_filter',
        column: filter.column,
        statement: compareWithItselfSql(table, filter),
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
