import { DatabaseView } from '@stoa/contract/services/meta/objects'
import type { Session } from '../../../../postgres/database.ts'
import { sql } from '../../../../postgres/sql.ts'
import { commentOn, isLockedExclusively } from '../../catalogue/sql-parts.ts'
import { readPage } from './page.ts'
import { createViewSql } from '../definition-sql.ts'
import { isFound, isInSchema, lockedBy, pageSql, type PageRequest } from './sql-parts.ts'

const ListedView = DatabaseView.omit({ create_sql: true })

/** The views and materialized views of a schema, by name. */
export async function readViews(
  tx: Session,
  wanted: PageRequest & { readonly schema: string },
): Promise<{ items: DatabaseView[]; total: number }> {
  const found = sql`
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where ${isInSchema(wanted.schema)}
      and c.relkind in ('v', 'm')
      and ${isFound(sql`c.relname`, wanted)}`
  const { items, total } = await readPage(
    tx,
    {
      found,
      items: sql`
        with page as (
          select c.oid ${found}
          order by c.relname
          ${pageSql(wanted)}
        )
        select
          c.oid as id,
          n.nspname::text as schema,
          c.relname::text as name,
          ${lockedBy({ catalogue: sql`'pg_class'`, id: sql`c.oid`, owner: sql`c.relowner` })} as locked_by,
          c.relkind = 'm' as is_materialized,
          c.relispopulated as is_populated,
          coalesce((
            select o.option_value::boolean
            from pg_options_to_table(c.reloptions) o
            where o.option_name = 'security_invoker'
          ), false) as is_security_invoker,
          array_to_string(c.reloptions, ', ') as options,
          case
            when c.relkind = 'v' then 0
            when ${isLockedExclusively(sql`c.oid`)}
              then c.relpages * current_setting('block_size')::bigint
            else coalesce(pg_total_relation_size(c.oid), 0)
          end::float8 as size_bytes,
          case when not ${isLockedExclusively(sql`c.oid`)} then pg_get_viewdef(c.oid) end as query,
          ${commentOn(sql`'pg_class'`, sql`c.oid`)}
        from page
        join pg_class c on c.oid = page.oid
        join pg_namespace n on n.oid = c.relnamespace
        order by c.relname`,
    },
    ListedView,
  )
  return { items: items.map((view) => ({ ...view, create_sql: createViewSql(view) })), total }
}
