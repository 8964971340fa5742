import type { Cell } from '@stoa/contract/services/meta/cell'
import { emptySql, ident, joinSql, literal, sql, type Sql } from '../../../postgres/sql.ts'
import { invalidValue } from '../errors.ts'
import { selectList } from './cells.ts'
import { bindAs, tableSql, type ShapeColumn, type TableShape } from './shape.ts'

export type Assignment = readonly [ShapeColumn, Cell]
export type KeyValues = readonly string[]

/** Puts a value into a statement: bound for Postgres, or printed for a person. */
export type PutValue = (column: ShapeColumn, value: Cell) => Sql

/** A value as a constant without a cast, which Postgres reads as the column's type. */
export function printAs({ name }: ShapeColumn, value: Cell): Sql {
  if (value === null) return sql`null`
  if (value.includes('\0') || !value.isWellFormed())
    throw invalidValue(
      `${name}: the text contains a character that Postgres cannot store.`,
      'Remove the character, or type the text again.',
      { column: name },
    )
  return literal(value)
}

type InsertOptions = { readonly put: PutValue; readonly overridesIdentity: boolean }

export function insertSql(
  table: TableShape,
  assignments: readonly Assignment[],
  { put, overridesIdentity }: InsertOptions,
): Sql {
  if (assignments.length === 0) return sql`insert into ${tableSql(table)} default values`
  const names = assignments.map(([column]) => ident(column.name))
  const values = assignments.map(([column, value]) => put(column, value))
  return sql`insert into ${tableSql(table)} (${joinSql(names)})${
    overridesIdentity ? sql` overriding system value` : emptySql
  } values (${joinSql(values)})`
}

export function updateSql(
  table: TableShape,
  { assignments, key }: { readonly assignments: readonly Assignment[]; readonly key: KeyValues },
  put: PutValue,
): Sql {
  const sets = assignments.map(
    ([column, value]) => sql`${ident(column.name)} = ${put(column, value)}`,
  )
  return sql`update ${tableSql(table)} set ${joinSql(sets)} where ${rowSql(table, key, put)}`
}

/** Deletes one row, as a person would write it. */
export const deleteSql = (table: TableShape, key: KeyValues, put: PutValue): Sql =>
  sql`delete from ${tableSql(table)} where ${rowSql(table, key, put)}`

const rowSql = (table: TableShape, key: KeyValues, put: PutValue): Sql =>
  joinSql(
    table.primaryKey.map(
      (column, index) => sql`${ident(column.name)} = ${put(column, key[index] ?? null)}`,
    ),
    ' and ',
  )

/** A statement that returns the primary key of the row that it writes, if there is one. */
export const withKey = (table: TableShape, statement: Sql): Sql =>
  table.primaryKey.length === 0
    ? statement
    : sql`${statement} returning ${joinSql(table.primaryKey.map((column) => ident(column.name)))}`

/** The version of a row and some of its cells in full. */
export const readSql = (
  table: TableShape,
  key: KeyValues,
  columns: readonly ShapeColumn[],
): Sql => sql`
  select ${joinSql([sql`xmin::text`, ...columns.map(({ name }) => ident(name))])}
  from ${tableSql(table)}
  where ${rowSql(table, key, bindAs)}`

/** Same as above; locks the row. */
export const lockSql = (table: TableShape, key: KeyValues, columns: readonly ShapeColumn[]): Sql =>
  sql`${readSql(table, key, columns)} for update`

type LockAllOptions = {
  readonly keys: readonly KeyValues[]
  /** Maximum characters of a cell; undefined reads no cells. */
  readonly cellLimit: number | undefined
}

/** Locks rows by their keys; each row starts with the position of its key. */
export function lockAllSql(table: TableShape, { keys, cellLimit }: LockAllOptions): Sql {
  const names = table.primaryKey.map((_, index) => ident(`k${index}`))
  const tuples = keys.map((values, index) => {
    const bound = table.primaryKey.map((column, place) => bindAs(column, values[place] ?? null))
    return sql`(${index}::int, ${joinSql(bound)})`
  })
  const match = table.primaryKey.map(
    (column, index) => sql`t.${ident(column.name)} = k.${ident(`k${index}`)}`,
  )
  const cells = cellLimit === undefined ? sql`xmin::text` : selectList(table, cellLimit)
  return sql`
    select k.place::text, r.*
    from (values ${joinSql(tuples)}) as k (place, ${joinSql(names)})
    cross join lateral (
      select ${cells} from ${tableSql(table)} t where ${joinSql(match, ' and ')} for update
    ) r
    order by k.place`
}

/** The bytes of the rows that a condition selects, as far as their length is not fixed. */
export function bytesSql(table: TableShape, condition: Sql): Sql {
  const sizes = table.columns
    .filter((column) => column.is_long)
    .map(
      ({ name }) => sql`coalesce(octet_length(pg_catalog.format('%s', ${ident(name)})), 0)::bigint`,
    )
  const size = sizes.length === 0 ? sql`0` : joinSql(sizes, ' + ')
  return sql`
    select coalesce(sum(${size}), 0)::float8 as bytes from ${tableSql(table)} where ${condition}`
}

/** Deletes the rows that a condition selects. */
export const deleteAllSql = (table: TableShape, condition: Sql): Sql =>
  sql`delete from ${tableSql(table)} where ${condition}`

/** Each change uses savepoints; releasing this one releases them too. */
export const beginChangeSql = sql`savepoint change`
export const endChangeSql = sql`release savepoint change`

/** Otherwise, deferred constraints would fail at the commit, after the result was built. */
export const checkConstraintsSql = sql`set constraints all immediate`
