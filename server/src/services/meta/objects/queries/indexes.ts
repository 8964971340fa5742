import { DatabaseIndex } from '@stoa/contract/services/meta/objects'
import type { Session } from '../../../../postgres/database.ts'
import { sql } from '../../../../postgres/sql.ts'
import { commentOn, isLockedExclusively } from '../../catalogue/sql-parts.ts'
import { readPage } from './page.ts'
import { isFound, isInSchema, lockedBy, pageSql, type PageRequest } from './sql-parts.ts'

/** The indexes of a schema, by table and name. The size of a locked one is its last known size. */
export function readIndexes(tx: Session, wanted: PageRequest & { readonly schema: string }) {
  const found = sql`
    from pg_index i
    join pg_class c on c.oid = i.indexrelid
    join pg_class r on r.oid = i.indrelid
    join pg_namespace n on n.oid = c.relnamespace
    where ${isInSchema(wanted.schema)}
      and (${isFound(sql`c.relname`, wanted)} or ${isFound(sql`r.relname`, wanted)})`
  const locked = lockedBy({
    catalogue: sql`'pg_class'`,
    id: sql`r.oid`,
    owner: sql`c.relowner`,
    cases: sql`
      when c.relispartition then 'parent'
      when exists (
        select from pg_constraint k where k.conindid = c.oid and k.contype in ('p', 'u', 'x')
      ) then 'constraint'`,
  })
  return readPage(
    tx,
    {
      found,
      items: sql`
        with page as (
          select c.oid ${found}
          order by r.relname, c.relname
          ${pageSql(wanted)}
        )
        select
          c.oid as id,
          n.nspname::text as schema,
          c.relname::text as name,
          ${locked} as locked_by,
          r.relname::text as table,
          m.amname::text as method,
          i.indisunique as is_unique,
          i.indisprimary as is_primary_key,
          i.indisvalid as is_valid,
          c.relkind = 'I' as is_partitioned,
          case
            when c.relkind = 'I' then 0
            when ${isLockedExclusively(sql`c.oid`)}
              then c.relpages * current_setting('block_size')::bigint
            else coalesce(pg_relation_size(c.oid), 0)
          end::float8 as size_bytes,
          coalesce(pg_stat_get_numscans(c.oid), 0)::float8 as scans,
          case when not ${isLockedExclusively(sql`r.oid`)} then pg_get_indexdef(c.oid) end as definition,
          ${commentOn(sql`'pg_class'`, sql`c.oid`)}
        from page
        join pg_class c on c.oid = page.oid
        join pg_index i on i.indexrelid = c.oid
        join pg_class r on r.oid = i.indrelid
        join pg_namespace n on n.oid = c.relnamespace
        join pg_am m on m.oid = c.relam
        order by r.relname, c.relname`,
    },
    DatabaseIndex,
  )
}
