import { z } from 'zod'
import { sql, type Sql } from '../../postgres/sql.ts'

/** Ends each later statement of the session after this time. */
export const limitTime = (ms: number): Sql =>
  sql`select pg_catalog.set_config('statement_timeout', ${String(ms)}, false)`

/** Views and functions of the catalog only, because a superuser reads them. */
export const activity: Sql = sql`
  select
    a.connections, a.active, a.waiting, a.longest_ms, l.locks, d.committed, d.rolled_back,
    d.blocks_read, d.blocks_hit, d.rows_read, d.rows_written, d.deadlocks, d.temporary_bytes,
    pg_catalog.current_setting('max_connections')::pg_catalog.int4 as connections_limit
  from (
    select
      pg_catalog.count(*) as connections,
      pg_catalog.count(*) filter (where state operator(pg_catalog.=) 'active') as active,
      pg_catalog.count(*) filter (where wait_event_type operator(pg_catalog.=) 'Lock') as waiting,
      coalesce(1000 operator(pg_catalog.*) extract(epoch from
        pg_catalog.max(pg_catalog.clock_timestamp() operator(pg_catalog.-) xact_start)), 0)
        as longest_ms
    from pg_catalog.pg_stat_activity
    where backend_type operator(pg_catalog.=) 'client backend'
      and pid operator(pg_catalog.<>) pg_catalog.pg_backend_pid()
  ) a, (
    select pg_catalog.count(*) as locks from pg_catalog.pg_locks
    where pid operator(pg_catalog.<>) pg_catalog.pg_backend_pid()
  ) l, (
    select
      pg_catalog.sum(xact_commit) as committed, pg_catalog.sum(xact_rollback) as rolled_back,
      pg_catalog.sum(blks_read) as blocks_read, pg_catalog.sum(blks_hit) as blocks_hit,
      pg_catalog.sum(tup_returned) as rows_read,
      pg_catalog.sum(tup_inserted operator(pg_catalog.+) tup_updated
        operator(pg_catalog.+) tup_deleted) as rows_written,
      pg_catalog.sum(deadlocks) as deadlocks, pg_catalog.sum(temp_bytes) as temporary_bytes
    from pg_catalog.pg_stat_database
  ) d`

export const ActivityRow = z.object({
  connections: z.coerce.number(),
  active: z.coerce.number(),
  waiting: z.coerce.number(),
  longest_ms: z.coerce.number(),
  locks: z.coerce.number(),
  committed: z.coerce.number(),
  rolled_back: z.coerce.number(),
  blocks_read: z.coerce.number(),
  blocks_hit: z.coerce.number(),
  rows_read: z.coerce.number(),
  rows_written: z.coerce.number(),
  deadlocks: z.coerce.number(),
  temporary_bytes: z.coerce.number(),
  connections_limit: z.coerce.number(),
})
export type ActivityRow = z.infer<typeof ActivityRow>

/** Counts files, which takes long in a database with very many tables. */
export const sizes: Sql = sql`
  select
    (select pg_catalog.sum(pg_catalog.pg_database_size(oid)) from pg_catalog.pg_database
      where not datistemplate) as database_bytes,
    (select pg_catalog.sum(size) from pg_catalog.pg_ls_waldir()) as wal_bytes`

export const SizesRow = z.object({
  database_bytes: z.coerce.number(),
  wal_bytes: z.coerce.number(),
})
export type SizesRow = z.infer<typeof SizesRow>
