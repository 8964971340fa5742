import type { Client } from 'pg'
import { z } from 'zod'
import { emptySql, ident, rawSql, sql } from '../../../postgres/sql.ts'
import { isProtectedSchema } from '../protected-schemas.ts'
import type { PlannedTable } from './plan.ts'
import { runStatement } from './run-statement.ts'

export type Copied = {
  readonly schema: string
  readonly name: string
  readonly rows: number
  readonly copiedRows: number
}

const MOST_TABLES = 6
/** An index does not help a smaller table. */
const LEAST_ROWS = 1000
/** The maximum size of a table's copy, including its long values. */
const MOST_BYTES = 16 * 1024 * 1024

const Size = z.object({ rows: z.number(), bytes: z.number() })

/**
 * Copies a part of each ordinary table with its indexes and statistics into a new schema, and puts
 * this schema in front of the search path. A table that can't be copied is left out.
 */
export async function copyTables(
  client: Client,
  schema: string,
  tables: readonly PlannedTable[],
): Promise<Copied[]> {
  await runStatement(client, sql`create schema ${ident(schema)}`)
  const copies: Copied[] = []
  for (const table of tables) {
    const isTaken = copies.some(({ name }) => name === table.name)
    if (isTaken || copies.length === MOST_TABLES || table.schema.startsWith('pg_')) continue
    await runStatement(client, sql`savepoint copy`)
    try {
      const copied = await copyTable(client, schema, table)
      if (copied) copies.push(copied)
    } catch {
      await runStatement(client, sql`rollback to savepoint copy`)
    }
  }
  await runStatement(
    client,
    sql`
      select pg_catalog.set_config(
        'search_path',
        ${schema} || ', ' || pg_catalog.current_setting('search_path'),
        true
      )`,
  )
  return copies
}

async function copyTable(
  client: Client,
  schema: string,
  table: PlannedTable,
): Promise<Copied | undefined> {
  if (isProtectedSchema(table.schema) && table.schema !== 'auth') return undefined
  const { rows: found } = await runStatement(
    client,
    sql`
      select
        greatest(c.reltuples, 0)::float8 as rows,
        pg_catalog.pg_table_size(c.oid)::float8 as bytes
      from pg_catalog.pg_class as c
      join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
      where n.nspname = ${table.schema} and c.relname = ${table.name} and c.relkind = 'r'`,
  )
  if (found.length === 0) return undefined
  const { rows, bytes } = Size.parse(found[0])
  const percent = Math.min(100, (MOST_BYTES / Math.max(bytes, 1)) * 100)
  const source = ident(table.schema, table.name)
  const target = ident(schema, table.name)
  await runStatement(
    client,
    sql`create table ${target} (like ${source} including indexes including statistics)`,
  )
  const sample =
    percent === 100
      ? emptySql
      : sql`tablesample system (${rawSql(percent.toFixed(6))}) repeatable (0)`
  const { rowCount } = await runStatement(
    client,
    sql`insert into ${target} select * from ${source} ${sample}`,
  )
  const copiedRows = rowCount ?? 0
  if (copiedRows < LEAST_ROWS) {
    await runStatement(client, sql`drop table ${target}`)
    return undefined
  }
  await runStatement(client, sql`analyze ${target}`)
  return { schema: table.schema, name: table.name, rows: Math.max(rows, copiedRows), copiedRows }
}
