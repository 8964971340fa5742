import type { Column, TableSummary } from '@stoa/contract/services/meta/catalogue'
import type { Collation, ColumnSettings } from '@stoa/contract/services/meta/column-settings'
import {
  emptySql,
  ident,
  literal,
  quoteIdent,
  rawSql,
  sql,
  type Sql,
} from '../../../postgres/sql.ts'
import { collationSql } from './column-sql.ts'
import { parseExpression } from './expression.ts'

/** The start of a statement that changes one column. */
export const alterColumnSql = (table: TableSummary, column: Pick<Column, 'name'>): Sql =>
  sql`alter table ${ident(table.schema, table.name)} alter column ${ident(column.name)}`

type TypeChange = {
  readonly column: Pick<Column, 'name'>
  readonly type: Sql
  readonly using: string | undefined
  readonly collation: Collation | null | undefined
}

/** A new type, with the values that it gets from the old ones. */
export function typeSql({ column, type, using, collation }: TypeChange): Sql {
  const collate = collation ? sql` collate ${collationSql(collation)}` : emptySql
  const value = using === undefined ? sql`${ident(column.name)}::${type}` : parseExpression(using)
  return sql`type ${type}${collate} using ${value}`
}

const IDENTITIES = { always: sql`always`, by_default: sql`by default` }

/** The statements that give a column an identity, change it or take it away. */
export function identitySql(
  table: TableSummary,
  column: Pick<Column, 'name' | 'identity'>,
  identity: Column['identity'],
): Sql[] {
  const alter = alterColumnSql(table, column)
  if (identity === null) return [sql`${alter} drop identity`]
  if (column.identity !== null) return [sql`${alter} set generated ${IDENTITIES[identity]}`]
  const name = ident(table.schema, table.name)
  const tableName = literal(quoteIdent(table.schema, table.name))
  const columnName = literal(column.name)
  return [
    sql`${alter} add generated ${IDENTITIES[identity]} as identity`,
    // A new sequence starts at 1, which existing rows can have.
    sql`select setval(pg_get_serial_sequence(${tableName}, ${columnName}), coalesce(max(${ident(column.name)}), 0) + 1, false) from ${name}`,
  ]
}

type Settings = {
  readonly [Name in 'storage' | 'compression' | 'statistics']?: ColumnSettings[Name] | undefined
}

/** The changes of a column that concern only how it is stored and analyzed. */
export function settingsSql(alter: Sql, { storage, compression, statistics }: Settings): Sql[] {
  return [
    ...(storage === undefined ? [] : [sql`${alter} set storage ${rawSql(storage)}`]),
    ...(compression === undefined ? [] : [sql`${alter} set compression ${rawSql(compression)}`]),
    ...(statistics === undefined
      ? []
      : [sql`${alter} set statistics ${rawSql(String(statistics ?? -1))}`]),
  ]
}

export const generationSql = (alter: Sql, expression: string | null): Sql =>
  expression === null
    ? sql`${alter} drop expression`
    : sql`${alter} set expression as ${parseExpression(expression)}`
