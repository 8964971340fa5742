import { TableSize, type TABLE_SIZE_SORTS } from '@stoa/contract/services/meta/activity'
import type { Session } from '../../../../postgres/database.ts'
import { sql, type Sql } from '../../../../postgres/sql.ts'
import { HIDDEN_SCHEMAS } from '../../protected-schemas.ts'
import { readPage } from '../../objects/queries/page.ts'
import { isFound, pageSql, type PageRequest } from '../../objects/queries/sql-parts.ts'

const ORDERS: Readonly<Record<(typeof TABLE_SIZE_SORTS)[number], Sql>> = {
  total_bytes: sql`total_bytes desc`,
  name: sql`schema, name`,
  estimated_rows: sql`estimated_rows desc`,
  dead_rows: sql`dead_rows desc`,
}

type WantedSizes = PageRequest & { readonly sort: (typeof TABLE_SIZE_SORTS)[number] }

/**
 * Tables and materialized views with sizes, rows and the last maintenance. A table that another
 * session has locked shows its last known size.
 */
export function readTableSizes(tx: Session, wanted: WantedSizes) {
  const found = sql`
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'm')
      and n.nspname <> all (${HIDDEN_SCHEMAS}::name[])
      and n.nspname !~ '^pg_'
      and n.nspname <> 'information_schema'
      and ${isFound(sql`n.nspname || '.' || c.relname`, wanted)}`
  return readPage(
    tx,
    {
      found,
      items: sql`
        with locked as materialized (
          select l.relation
          from pg_locks l
          where l.mode = 'AccessExclusiveLock'
            and l.relation is not null
            and l.pid is distinct from pg_backend_pid()
            and l.database = (
              select d.oid from pg_database d where d.datname = current_database()
            )
        ), sizes as (
          select
            c.oid,
            n.nspname::text as schema,
            c.relname::text as name,
            coalesce(case
              when is_locked then c.relpages * current_setting('block_size')::bigint
              else pg_table_size(c.oid)
            end, 0)::float8 as table_bytes,
            coalesce(case when not is_locked then pg_indexes_size(c.oid) end, 0)::float8
              as index_bytes,
            coalesce(case when is_locked then null else pg_total_relation_size(c.oid) end,
              c.relpages * current_setting('block_size')::bigint)::float8 as total_bytes,
            greatest(c.reltuples, 0)::float8 as estimated_rows,
            coalesce(pg_stat_get_dead_tuples(c.oid), 0)::float8 as dead_rows,
            pg_has_role(c.relowner, 'usage')
              or has_table_privilege(c.oid, 'maintain') as can_maintain
          from (
            select c.oid as found_oid, c.oid in (select relation from locked) as is_locked
            ${found}
          ) f
          join pg_class c on c.oid = f.found_oid
          join pg_namespace n on n.oid = c.relnamespace
        )
        select
          s.oid as id, s.schema, s.name, s.can_maintain,
          s.total_bytes, s.table_bytes, s.index_bytes, s.estimated_rows, s.dead_rows,
          to_json(greatest(
            pg_stat_get_last_vacuum_time(s.oid), pg_stat_get_last_autovacuum_time(s.oid)
          )) #>> '{}' as last_vacuum,
          to_json(greatest(
            pg_stat_get_last_analyze_time(s.oid), pg_stat_get_last_autoanalyze_time(s.oid)
          )) #>> '{}' as last_analyze
        from sizes s
        order by ${ORDERS[wanted.sort]}, schema, name
        ${pageSql(wanted)}`,
    },
    TableSize,
  )
}
