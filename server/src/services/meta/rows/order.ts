import type { Sort } from '@stoa/contract/services/meta/rows'
import { ident, joinSql, sql, type Sql } from '../../../postgres/sql.ts'
import { bindAs, findColumn, type ShapeColumn, type TableShape } from './shape.ts'

/** One column of an order, with every default spelled out. */
export type OrderKey = {
  readonly column: ShapeColumn
  readonly ascending: boolean
  readonly nullsFirst: boolean
}

/**
 * The requested order, followed by the primary key so that no two rows tie. 400 `unknown_column`.
 * NULLs are sorted as in Postgres unless the sort says otherwise: last, or first when descending.
 */
export function orderKeys(table: TableShape, sorts: readonly Sort[]): OrderKey[] {
  const keys: OrderKey[] = []
  const add = (key: OrderKey) => {
    // A repeated column has no effect.
    if (!keys.some(({ column }) => column.name === key.column.name)) keys.push(key)
  }
  for (const sort of sorts)
    add({
      column: findColumn(table, sort.column),
      ascending: sort.ascending,
      nullsFirst: sort.nulls_first ?? !sort.ascending,
    })
  for (const column of table.primaryKey) add({ column, ascending: true, nullsFirst: false })
  return keys
}

/** Whether the primary key makes an order total. */
export const isKeyTotal = (table: TableShape): boolean =>
  table.primaryKey.length > 0 && !table.has_heirs

/** Whether an order is that of the rows' places on disk, which `ctid` names. */
export const isByPlace = (table: TableShape, keys: readonly OrderKey[]): boolean =>
  keys.length === 0 &&
  !table.has_heirs &&
  (table.kind === 'table' || table.kind === 'materialized_view')

/**
 * The `order by` clause. Without a unique primary key it ends with the row's physical location, if the
 * relation has one.
 */
export function orderSql(table: TableShape, keys: readonly OrderKey[]): Sql {
  const parts = keys.map(
    ({ column, ascending, nullsFirst }) =>
      sql`${ident(column.name)} ${ascending ? sql`asc` : sql`desc`}${nullsSql(ascending, nullsFirst)}`,
  )
  if (!isKeyTotal(table)) {
    if (table.kind === 'partitioned_table' || table.has_heirs) parts.push(sql`tableoid`)
    if (table.kind !== 'view' && table.kind !== 'foreign_table') parts.push(sql`ctid`)
  }
  return parts.length === 0 ? sql`` : sql`order by ${joinSql(parts)}`
}

const nullsSql = (ascending: boolean, nullsFirst: boolean): Sql => {
  if (nullsFirst === !ascending) return sql``
  return nullsFirst ? sql` nulls first` : sql` nulls last`
}

/** The condition for rows after the row with the given order values. */
export function afterSql(keys: readonly OrderKey[], values: readonly (string | null)[]): Sql {
  const places = keys.map((key, index) => ({ ...key, value: values[index] ?? null }))
  const first = places[0]
  if (!first) return sql`false`
  // A single row comparison where it is exact, so that an index can be used.
  if (places.every(({ column, ascending }) => !column.is_nullable && ascending === first.ascending))
    return sql`
      (${joinSql(places.map(({ column }) => ident(column.name)))})
      ${first.ascending ? sql`>` : sql`<`}
      (${joinSql(places.map(({ column, value }) => bindAs(column, value)))})`
  const alternatives = places.map((place, index) => {
    const ties = places.slice(0, index).map(tieSql)
    return sql`(${joinSql([...ties, beyondSql(place)], ' and ')})`
  })
  const anywhere = sql`(${joinSql(alternatives, ' or ')})`
  if (first.value === null || (first.column.is_nullable && !first.nullsFirst)) return anywhere
  // A redundant condition that allows an index scan to start here.
  const bound = first.ascending ? sql`>=` : sql`<=`
  return sql`${ident(first.column.name)} ${bound} ${bindAs(first.column, first.value)} and ${anywhere}`
}

type CursorValue = OrderKey & { readonly value: string | null }

const tieSql = ({ column, value }: CursorValue): Sql =>
  value === null
    ? sql`${ident(column.name)} is not distinct from null`
    : sql`${ident(column.name)} = ${bindAs(column, value)}`

function beyondSql({ column, ascending, nullsFirst, value }: CursorValue): Sql {
  const name = ident(column.name)
  if (value === null) return nullsFirst ? sql`${name} is distinct from null` : sql`false`
  const beyond = sql`${name} ${ascending ? sql`>` : sql`<`} ${bindAs(column, value)}`
  if (nullsFirst || !column.is_nullable) return beyond
  return sql`(${beyond} or ${name} is not distinct from null)`
}
