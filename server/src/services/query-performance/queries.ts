import { z } from 'zod'
import type { Session } from '../../postgres/database.ts'
import { CATALOG_PATH } from '../../postgres/search-path.ts'
import { sql, type Sql } from '../../postgres/sql.ts'
import { MAX_COUNTERS, MAX_STATEMENT_LENGTH } from './limits.ts'

/** The catalog's search path, so that Postgres resolves no name in a schema of the owner. */
export const prepareReading = (timeoutMs: number): Sql => sql`
  select pg_catalog.set_config('search_path', ${CATALOG_PATH}, true),
    pg_catalog.set_config('transaction_read_only', 'on', true),
    pg_catalog.set_config('statement_timeout', ${String(timeoutMs)}, true),
    pg_catalog.set_config('lock_timeout', ${String(timeoutMs)}, true)`

/** Whether the extension exists, and its library is loaded. */
export async function hasStatistics(tx: Session): Promise<boolean> {
  const { is_available: isAvailable } = await tx.one(
    sql`
      select to_regclass('extensions.pg_stat_statements') is not null
        and 'pg_stat_statements' = any (
          string_to_array(current_setting('shared_preload_libraries'), ',')) as is_available`,
    z.object({ is_available: z.boolean() }),
  )
  return isAvailable
}

/** The owner could replace the extension's view, whose numbers then have to fit the records. */
const Amount = z.number().min(0).max(1e15)

const CounterRow = z.object({
  role: z.string(),
  query_id: z.string(),
  calls: Amount,
  total_ms: Amount,
  rows: Amount,
  blocks_hit: Amount,
  blocks_read: Amount,
  min_ms: Amount,
  max_ms: Amount,
  since: z.number().nullable(),
})

/**
 * The counters of this database's queries, without their texts. A query that ran inside a function
 * and by itself has two, which are added.
 */
export const readCounterRows = (tx: Session) =>
  tx.many(
    sql`
      select r.rolname::text as role, s.queryid::text as query_id, sum(s.calls)::float8 as calls,
        sum(s.total_exec_time)::float8 as total_ms, sum(s.rows)::float8 as rows,
        sum(s.shared_blks_hit)::float8 as blocks_hit, sum(s.shared_blks_read)::float8 as blocks_read,
        min(s.min_exec_time)::float8 as min_ms, max(s.max_exec_time)::float8 as max_ms,
        -- Older versions of the extension lack the column.
        min(extract(epoch from (to_jsonb(s) ->> 'stats_since')::timestamptz))::float8 as since
      from extensions.pg_stat_statements(false) as s
      join pg_roles as r on r.oid = s.userid
      where s.dbid = (select oid from pg_database where datname = current_database())
        and s.queryid is not null and s.calls > 0
      group by r.rolname, s.queryid
      order by total_ms desc
      limit ${MAX_COUNTERS}::integer`,
    CounterRow,
  )

const TextRow = z.object({
  role: z.string(),
  query_id: z.string(),
  statement: z.string(),
  is_cut: z.boolean(),
})

/** The texts of queries, by their ids. */
export const readStatementRows = (tx: Session, queryIds: readonly string[]) =>
  tx.many(
    sql`
      select distinct on (r.rolname, s.queryid) r.rolname::text as role, s.queryid::text as query_id,
        left(s.query, ${MAX_STATEMENT_LENGTH}::integer) as statement,
        length(s.query) > ${MAX_STATEMENT_LENGTH}::integer as is_cut
      from extensions.pg_stat_statements as s
      join pg_roles as r on r.oid = s.userid
      where s.dbid = (select oid from pg_database where datname = current_database())
        and s.queryid::text = any (${[...queryIds]}::text[]) and s.query is not null
      order by r.rolname, s.queryid
      limit ${MAX_COUNTERS}::integer`,
    TextRow,
  )
