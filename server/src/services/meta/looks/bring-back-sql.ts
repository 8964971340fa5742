import { emptySql, ident, joinSql, rawSql, sql, type Sql } from '../../../postgres/sql.ts'
import type { PastColumn } from './queries.ts'

export type TableName = { readonly schema: string; readonly table: string }

/** The rows of the insert before they are compared. It ends with the transaction. */
const STAGE = ident('pg_temp', 'rows_of_the_past')

const nameOf = ({ schema, table }: TableName): Sql => ident(schema, table)
const list = (names: readonly string[]): Sql => joinSql(names.map((name) => ident(name)))

/** The condition is a person's own SQL. The line breaks end a comment in it. */
const filter = (where: string | null): Sql =>
  where === null ? emptySql : sql` where (\n${rawSql(where)}\n)`

export const countSql = (name: TableName, where: string | null = null): Sql =>
  sql`select count(*)::float8 as rows from ${nameOf(name)}${filter(where)}`

/** Refused by Postgres if the condition is more than a part of one statement. */
export const checkSql = (name: TableName, where: string | null): Sql =>
  sql`select from ${nameOf(name)}${filter(where)} limit 0`

export const readSql = (
  name: TableName,
  { columns, where }: { readonly columns: readonly string[]; readonly where: string | null },
): Sql => sql`copy (select ${list(columns)} from ${nameOf(name)}${filter(where)}) to stdout`

export const writeSql = (name: TableName, columns: readonly string[]): Sql =>
  sql`copy ${nameOf(name)} (${list(columns)}) from stdin`

export const writeStageSql = (columns: readonly string[]): Sql =>
  sql`copy ${STAGE} (${list(columns)}) from stdin`

/** Row level security keeps the API from serving the rows before somebody has decided who reads them. */
export function createTableSql(name: TableName, columns: readonly PastColumn[]): readonly Sql[] {
  const parts = columns.map(
    // The types are those that Postgres printed.
    (column) => sql`${ident(column.name)} ${rawSql(column.type)}`,
  )
  return [
    sql`create table ${nameOf(name)} (\n  ${joinSql(parts, ',\n  ')}\n)`,
    sql`alter table ${nameOf(name)} enable row level security`,
  ]
}

export const dropTableSql = (name: TableName): Sql => sql`drop table ${nameOf(name)}`

export const createStageSql = (name: TableName, columns: readonly string[]): Sql => sql`
  create temporary table rows_of_the_past on commit drop as
  select ${list(columns)} from ${nameOf(name)} with no data`

export const insertMissingSql = (
  name: TableName,
  { columns, key }: { readonly columns: readonly string[]; readonly key: readonly string[] },
): Sql => sql`
  insert into ${nameOf(name)} (${list(columns)}) overriding system value
  select ${list(columns)} from ${STAGE}
  on conflict (${list(key)}) do nothing`
