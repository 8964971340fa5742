import type { TableSummary } from '@stoa/contract/services/meta/catalogue'
import type { BackfillDefinition } from '@stoa/contract/services/meta/backfills'
import { emptySql, ident, joinSql, rawSql, sql, type Sql } from '../../../postgres/sql.ts'
import { defaultSql } from '../ddl/column-sql.ts'
import { parseExpression } from '../ddl/expression.ts'

type Table = Pick<TableSummary, 'schema' | 'name'>

/** A column of the primary key, with its type as Postgres prints it. */
export type KeyColumn = { readonly name: string; readonly type: string }

export type BackfillTarget = {
  readonly id: string
  readonly table: Table
  readonly key: readonly KeyColumn[]
  readonly definition: BackfillDefinition
}

const nameOf = ({ schema, name }: Table): Sql => ident(schema, name)

/** The condition of the rows that get the value. */
export function rowsSql({ column, rows }: BackfillDefinition): Sql {
  if (rows.kind === 'matching') return parseExpression(rows.expression)
  return rows.kind === 'all' ? sql`true` : sql`${ident(column)} is null`
}

/** One statement for all rows, for the history and the preview. */
export const wholeSql = ({ table, definition }: BackfillTarget): Sql | undefined => {
  const { column, value, rows } = definition
  if (value === null) return undefined
  const where = rows.kind === 'all' ? emptySql : sql`\nwhere ${rowsSql(definition)}`
  return sql`update ${nameOf(table)}\nset ${ident(column)} = ${defaultSql(value)}${where}`
}

/**
 * Changes the next rows after a position and returns how many, with the key of the last one. The
 * names of the key are prefixed, so that a person's expression means the columns of the table.
 */
export function batchSql(
  { table, key, definition }: BackfillTarget,
  position: readonly string[] | null,
  most: number,
): Sql {
  const { column, value } = definition
  if (value === null) throw new Error('A backfill without a value has no batches')
  const own = key.map(({ name }) => sql`${ident(table.name)}.${ident(name)}`)
  const read = key.map(({ name }, at) => sql`${ident(name)} as ${ident(`stoa_key_${at}`)}`)
  const names = key.map((_, at) => ident(`stoa_key_${at}`))
  const after =
    position === null
      ? emptySql
      : sql` and (${joinSql(key.map(({ name }) => ident(name)))}) > (${joinSql(
          key.map(({ type }, at) => sql`${position[at] ?? ''}::text::${rawSql(type)}`),
        )})`
  const reversed = names.map((name) => sql`${name} desc`)
  return sql`
    with stoa_batch as materialized (
      select ${joinSql(read)} from ${nameOf(table)}
      where ${rowsSql(definition)}${after}
      order by ${joinSql(key.map(({ name }) => ident(name)))}
      limit ${most}::int
      for no key update
    ), stoa_changed as (
      update ${nameOf(table)} set ${ident(column)} = ${defaultSql(value)}
      from stoa_batch
      where (${joinSql(own)}) = (${joinSql(names.map((name) => sql`stoa_batch.${name}`))})
      returning true
    )
    select
      (select pg_catalog.count(*) from stoa_changed)::float8 as changed,
      (select pg_catalog.count(*) from stoa_batch)::float8 as read,
      (
        select pg_catalog.jsonb_build_array(${joinSql(names.map((name) => sql`${name}::text`))})
        from stoa_batch order by ${joinSql(reversed)} limit 1
      ) as position`
}

/** The check that stands for NOT NULL until it is valid. */
const checkName = (id: string): Sql => ident(`stoa_not_null_${id.slice(0, 8)}`)

export const addCheck = ({ id, table, definition }: BackfillTarget): Sql =>
  sql`alter table ${nameOf(table)} add constraint ${checkName(id)} check (${ident(definition.column)} is not null) not valid`

export const validateCheck = ({ id, table }: BackfillTarget): Sql =>
  sql`alter table ${nameOf(table)} validate constraint ${checkName(id)}`

export const dropCheck = ({ id, table }: Pick<BackfillTarget, 'id' | 'table'>): Sql =>
  sql`alter table ${nameOf(table)} drop constraint if exists ${checkName(id)}`

export const setNotNull = ({ table, definition }: BackfillTarget): Sql =>
  sql`alter table ${nameOf(table)} alter column ${ident(definition.column)} set not null`

export const dropNotNull = ({ table, definition }: BackfillTarget): Sql =>
  sql`alter table ${nameOf(table)} alter column ${ident(definition.column)} drop not null`

/** The rows that a backfill changes, for its progress. */
export const countSql = ({ table, definition }: BackfillTarget): Sql =>
  sql`select pg_catalog.count(*)::float8 as total from ${nameOf(table)} where ${rowsSql(definition)}`
