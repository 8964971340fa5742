import { TableSummary } from '@stoa/contract/services/meta/catalogue'
import type { Session } from '../../../postgres/database.ts'
import { sql, type Sql } from '../../../postgres/sql.ts'
import { HIDDEN_SCHEMAS } from '../protected-schemas.ts'
import { RELATION_KIND } from './sql-parts.ts'

/** The tables, views and foreign tables of one schema, by name. */
export const readTables = (tx: Session, schema: string): Promise<TableSummary[]> =>
  tx.many(summaries(sql`n.nspname = ${schema}::text`), TableSummary)

/** One of them by oid; undefined if it does not exist or is hidden. */
export const readTable = (tx: Session, id: number): Promise<TableSummary | undefined> =>
  tx.maybe(summaries(sql`c.oid = ${String(id)}::oid`), TableSummary)

// Reading a size waits for an exclusive lock on the table, so a locked table shows its last known
// size.
const summaries = (condition: Sql) => sql`
  select
    c.oid as id,
    n.nspname::text as schema,
    c.relname::text as name,
    ${RELATION_KIND} as kind,
    left(obj_description(c.oid, 'pg_class'), 10000) as comment,
    c.relrowsecurity as rls_enabled,
    (select count(*) from pg_policy p where p.polrelid = c.oid)::int as policy_count,
    case c.relkind when 'p' then partitions.rows else c.reltuples end::float8 as estimated_rows,
    case
      when c.relkind = 'p' then partitions.bytes
      when c.relkind not in ('r', 'm') then 0
      when locked.is_locked then c.relpages * current_setting('block_size')::bigint
      else coalesce(pg_total_relation_size(c.oid), 0)
    end::float8 as size_bytes
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  cross join lateral (
    select exists (
      select from pg_locks l
      where l.relation = c.oid
        and l.mode = 'AccessExclusiveLock'
        and l.pid is distinct from pg_backend_pid()
        and l.database = (select d.oid from pg_database d where d.datname = current_database())
    ) as is_locked
  ) locked
  left join lateral (
    select
      case when bool_and(leaf.reltuples < 0) then -1
        else coalesce(sum(greatest(leaf.reltuples, 0)), -1) end as rows,
      coalesce(sum(leaf.relpages * current_setting('block_size')::bigint), 0) as bytes
    from pg_partition_tree(c.oid) part
    join pg_class leaf on leaf.oid = part.relid
    where part.isleaf and leaf.relkind in ('r', 'f')
  ) partitions on c.relkind = 'p'
  where c.relkind in ('r', 'v', 'm', 'f', 'p')
    and n.nspname <> all (${HIDDEN_SCHEMAS}::name[])
    and n.nspname !~ '^pg_(toast_)?temp_'
    and ${condition}
  order by c.relname`
