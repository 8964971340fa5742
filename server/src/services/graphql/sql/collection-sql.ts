import { emptySql, ident, joinSql, literal, sql, type Sql } from '../../../postgres/sql.ts'
import type { SelectedField } from '../request/collect-fields.ts'
import { aggregateSql } from './aggregate-sql.ts'
import type { CompileContext, FieldPosition, Rows } from './compile-context.ts'
import { filterSql } from './filter-sql.ts'
import { nodeSql } from './node-sql.ts'
import { behindSql, cursorSql, orderOf, orderSql, reversed, type OrderTerm } from './order-sql.ts'
import { pageOf, type Page } from './page.ts'
import type { Source } from './source.ts'
import { jsonObject, type Entry } from './values.ts'

/** The input for all parts of one connection. */
type Connection = {
  readonly rows: Rows
  readonly filter: unknown
  readonly page: Page
  /** The order in which the page is read. */
  readonly terms: readonly OrderTerm[]
  readonly alias: string
  readonly around: number
  readonly context: CompileContext
  /** The columns that the parts need of every row, by name. */
  readonly columns: Map<string, Sql>
}

const PAGE = 'page'
const CURSOR = 'cursor'
const NUMBER = 'number'

/** A connection as the requested JSON object, as one scalar subquery. */
export function collectionSql(rows: Rows, position: FieldPosition, context: CompileContext): Sql {
  const { table, prelude = emptySql } = rows
  const given = context.arguments(position.type, position.field)
  const page = pageOf(given, Math.min(table.maxRows, context.maxRows))
  const order = orderOf(given, table, context.written(position.field, 'orderBy'))
  const connection: Connection = {
    rows,
    filter: given['filter'],
    page,
    terms: page.isBackward ? reversed(order) : order,
    alias: context.nextAlias(),
    around: position.around,
    context,
    columns: new Map(),
  }
  const entries = context
    .fields(`${table.type}Connection`, position.field)
    .map((field): Entry => [field.key, partSql(field, connection)])
  // An empty page has no cursors and no further pages.
  const from =
    connection.columns.size === 0 ? emptySql : sql` from (${pageSql(connection)}) as ${ident(PAGE)}`
  return sql`(${prelude}select ${jsonObject(entries)}${from})`
}

function partSql(field: SelectedField, connection: Connection): Sql {
  const { table } = connection.rows
  switch (field.name) {
    case 'edges':
      return edgesSql(field, connection)
    case 'pageInfo':
      return pageInfoSql(field, connection)
    case 'totalCount':
      return sql`(select count(*) ${everySql(connection)})`
    case 'aggregate': {
      const source = connection.rows.sourceOf(connection.alias)
      const value = aggregateSql({ table, source }, field, connection.context)
      return sql`(select ${value} ${everySql(connection)})`
    }
    default:
      return typeNameSql(`${table.type}Connection`)
  }
}

const typeNameSql = (type: string): Sql => sql`${literal(type)}::pg_catalog.text`

function edgesSql(field: SelectedField, connection: Connection): Sql {
  const { rows, context, terms, page, columns, alias } = connection
  const type = `${rows.table.type}Edge`
  const source = rows.sourceOf(alias)
  const around = context.budget.addRecords(connection.around, page.size)
  const entries = context.fields(type, field).map((selected): Entry => {
    const { key, name } = selected
    if (name === 'cursor') return [key, cursorSql(terms, source)]
    if (name === '__typename') return [key, typeNameSql(type)]
    return [key, nodeSql({ table: rows.table, source, around }, selected, context)]
  })
  const column = `edge ${columns.size}`
  columns.set(column, jsonObject(entries))
  const order = sql`${ident(PAGE, NUMBER)}${page.isBackward ? sql` desc` : emptySql}`
  const edges = sql`json_agg(${ident(PAGE, column)} order by ${order})`
  return sql`coalesce(${edges} filter (where ${isOnPage(page)}), '[]')`
}

function pageInfoSql(field: SelectedField, connection: Connection): Sql {
  const { context, columns, rows, alias, terms, page } = connection
  const source = rows.sourceOf(alias)
  const [near, far] = page.isBackward
    ? (['endCursor', 'startCursor'] as const)
    : (['startCursor', 'endCursor'] as const)
  const entries = context.fields('PageInfo', field).map(({ key, name }): Entry => {
    if (name === '__typename') return [key, typeNameSql('PageInfo')]
    if (name === near || name === far) {
      columns.set(CURSOR, cursorSql(terms, source))
      const order = sql`${ident(PAGE, NUMBER)}${name === far ? sql` desc` : emptySql}`
      const cursors = sql`array_agg(${ident(PAGE, CURSOR)} order by ${order})`
      return [key, sql`(${cursors} filter (where ${isOnPage(page)}))[1]`]
    }
    const isFurther = (name === 'hasNextPage') !== page.isBackward
    columns.set(NUMBER, emptySql)
    if (!isFurther) {
      const isAny = sql`count(*) filter (where ${isOnPage(page)}) > 0`
      return [key, sql`${isAny} and ${isAnythingBefore(connection)}`]
    }
    return [key, sql`count(*) > ${page.size}::pg_catalog.int8`]
  })
  return jsonObject(entries)
}

const isOnPage = ({ size }: Page): Sql => sql`${ident(PAGE, NUMBER)} <= ${size}::pg_catalog.int8`

/** Whether there are rows before the beginning of the page. */
function isAnythingBefore(connection: Connection): Sql {
  const { page, terms, rows, alias } = connection
  if (page.cursor !== undefined) {
    const behind = behindSql(page.cursor, terms, rows.sourceOf(alias))
    return sql`exists (select ${everySql(connection, [sql`${behind} is not true`])})`
  }
  if (page.offset > 0) return sql`exists (select ${everySql(connection)})`
  return sql`false`
}

/** All rows that match the filter, not only those of the page. */
function everySql({ rows, alias, filter, context }: Connection, more: readonly Sql[] = []): Sql {
  const source: Source = rows.sourceOf(alias)
  const chosen = filterSql(filter, { table: rows.table, source, role: context.role })
  const conditions = [...rows.where(source), ...(chosen ? [chosen] : []), ...more]
  const where = conditions.length === 0 ? emptySql : sql` where ${joinSql(conditions, ' and ')}`
  return sql`from ${rows.from(alias)}${where}`
}

/** The rows of the page and one more, which shows whether there is a next page. */
function pageSql(connection: Connection): Sql {
  const { rows, alias, page, terms, columns } = connection
  const source = rows.sourceOf(alias)
  const order = orderSql(terms, source)
  const selected = [...columns]
    .filter(([name]) => name !== NUMBER)
    .map(([name, value]) => sql`${value} as ${ident(name)}, `)
  const behind = page.cursor === undefined ? [] : [behindSql(page.cursor, terms, source)]
  const skipped = sql`${page.offset}::pg_catalog.int8`
  const offset = page.offset === 0 ? emptySql : sql` offset ${skipped}`
  // Rows are counted before `offset` skips any.
  const before = page.offset === 0 ? emptySql : sql` - ${skipped}`
  return sql`select ${joinSql(selected, '')}
    row_number() over (order by ${order})${before} as ${ident(NUMBER)}
    ${everySql(connection, behind)}
    order by ${order} limit ${page.size + 1}::pg_catalog.int8${offset}`
}
