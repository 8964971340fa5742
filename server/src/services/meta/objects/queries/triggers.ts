import { DatabaseTrigger } from '@stoa/contract/services/meta/objects'
import type { Session } from '../../../../postgres/database.ts'
import { sql } from '../../../../postgres/sql.ts'
import { commentOn, isLockedExclusively } from '../../catalogue/sql-parts.ts'
import { readPage } from './page.ts'
import { isFound, isInSchema, lockedBy, pageSql, type PageRequest } from './sql-parts.ts'

/** The triggers on the tables of a schema, by table and name, without those of constraints. */
export function readTriggers(tx: Session, wanted: PageRequest & { readonly schema: string }) {
  const found = sql`
    from pg_trigger t
    join pg_class c on c.oid = t.tgrelid
    join pg_namespace n on n.oid = c.relnamespace
    where ${isInSchema(wanted.schema)}
      and not t.tgisinternal
      and (${isFound(sql`t.tgname`, wanted)} or ${isFound(sql`c.relname`, wanted)})`
  const locked = lockedBy({
    catalogue: sql`'pg_class'`,
    id: sql`c.oid`,
    owner: sql`c.relowner`,
    cases: sql`when t.tgparentid <> 0 then 'parent'`,
  })
  return readPage(
    tx,
    {
      found,
      items: sql`
        with page as (
          select t.oid ${found}
          order by c.relname, t.tgname, t.oid
          ${pageSql(wanted)}
        )
        select
          t.oid as id,
          n.nspname::text as schema,
          t.tgname::text as name,
          ${locked} as locked_by,
          c.relname::text as table,
          -- Bits of pg_trigger.tgtype: 1 row, 2 before, 4 insert, 8 delete, 16 update, 32 truncate,
          -- 64 instead of.
          case
            when t.tgtype & 64 <> 0 then 'instead of'
            when t.tgtype & 2 <> 0 then 'before'
            else 'after'
          end as timing,
          array_remove(array[
            case when t.tgtype & 4 <> 0 then 'insert' end,
            case when t.tgtype & 16 <> 0 then 'update' end,
            case when t.tgtype & 8 <> 0 then 'delete' end,
            case when t.tgtype & 32 <> 0 then 'truncate' end
          ], null) as events,
          case when t.tgtype & 1 <> 0 then 'row' else 'statement' end as level,
          fn.nspname::text as function_schema,
          f.proname::text as function_name,
          case t.tgenabled
            when 'O' then 'origin'
            when 'D' then 'disabled'
            when 'R' then 'replica'
            when 'A' then 'always'
          end as enabled,
          case when not ${isLockedExclusively(sql`c.oid`)} then pg_get_triggerdef(t.oid) end as definition,
          ${commentOn(sql`'pg_trigger'`, sql`t.oid`)}
        from page
        join pg_trigger t on t.oid = page.oid
        join pg_class c on c.oid = t.tgrelid
        join pg_namespace n on n.oid = c.relnamespace
        join pg_proc f on f.oid = t.tgfoid
        join pg_namespace fn on fn.oid = f.pronamespace
        order by c.relname, t.tgname, t.oid`,
    },
    DatabaseTrigger,
  )
}
