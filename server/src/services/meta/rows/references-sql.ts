import { z } from 'zod'
import type { Session } from '../../../postgres/database.ts'
import { ident, joinSql, sql, type Sql } from '../../../postgres/sql.ts'
import { KEY_COLUMNS, TARGET_COLUMNS } from '../catalogue/sql-parts.ts'
import { keySql } from './keys.ts'
import { tableSql, type ShapeColumn, type TableShape } from './shape.ts'

const ReferringKey = z.object({
  name: z.string(),
  table_id: z.int(),
  columns: z.array(z.string()),
  target_columns: z.array(z.string()),
})
export type ReferringKey = z.infer<typeof ReferringKey>

/** The foreign keys that refer to a table, at most `limit`. */
export const readReferringKeys = (
  tx: Session,
  id: number,
  limit: number,
): Promise<ReferringKey[]> =>
  tx.many(
    sql`
      select
        k.conname::text as name,
        k.conrelid as table_id,
        ${KEY_COLUMNS} as columns,
        ${TARGET_COLUMNS} as target_columns
      from pg_constraint k
      join pg_class c on c.oid = k.conrelid
      join pg_namespace n on n.oid = c.relnamespace
      where k.confrelid = ${String(id)}::oid and k.contype = 'f'
        -- The key of a partitioned table has a twin for each partition; the first one speaks for all.
        and not exists (
          select from pg_constraint parent
          where parent.oid = k.conparentid and parent.confrelid = k.confrelid
        )
      order by n.nspname, c.relname, k.conname
      limit ${limit}::int`,
    ReferringKey,
  )

/** Columns of one row, in full. */
export const rowValuesSql = (
  table: TableShape,
  key: readonly string[],
  columns: readonly ShapeColumn[],
): Sql => sql`
  select ${joinSql(columns.map(({ name }) => ident(name)))}
  from ${tableSql(table)}
  where ${keySql(table, [key])}
  limit 1`

/** Counts no further than `limit`, so that a short time is enough. */
export const countUpToSql = (table: TableShape, where: Sql, limit: number): Sql => sql`
  select count(*)::int as count
  from (select from ${tableSql(table)} ${where} limit ${limit}::int) counted`

export const beginCountSql = (timeoutMs: number): readonly Sql[] => [
  sql`savepoint counting`,
  sql`select pg_catalog.set_config('statement_timeout', ${String(timeoutMs)}, true)`,
]
export const endCountSql = sql`rollback to savepoint counting`
