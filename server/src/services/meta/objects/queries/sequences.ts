import { DatabaseSequence } from '@stoa/contract/services/meta/objects'
import type { Session } from '../../../../postgres/database.ts'
import { sql } from '../../../../postgres/sql.ts'
import { commentOn, isLockedExclusively } from '../../catalogue/sql-parts.ts'
import { readPage } from './page.ts'
import { isFound, isInSchema, lockedBy, pageSql, type PageRequest } from './sql-parts.ts'

/** The sequences of a schema, by name. */
export function readSequences(tx: Session, wanted: PageRequest & { readonly schema: string }) {
  const found = sql`
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where ${isInSchema(wanted.schema)}
      and c.relkind = 'S'
      and ${isFound(sql`c.relname`, wanted)}`
  return readPage(
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
          format_type(s.seqtypid, null) as type,
          case
            when has_sequence_privilege(c.oid, 'select, usage')
              and not ${isLockedExclusively(sql`c.oid`)}
              then pg_sequence_last_value(c.oid)::text
          end as last_value,
          s.seqmin::text as min_value,
          s.seqmax::text as max_value,
          s.seqincrement::text as increment,
          s.seqcycle as is_cycling,
          owner.name as owned_by,
          coalesce(owner.is_identity, false) as is_identity,
          ${commentOn(sql`'pg_class'`, sql`c.oid`)}
        from page
        join pg_class c on c.oid = page.oid
        join pg_namespace n on n.oid = c.relnamespace
        join pg_sequence s on s.seqrelid = c.oid
        left join lateral (
          select
            d.refobjid::regclass::text || '.' || quote_ident(a.attname) as name,
            d.deptype = 'i' as is_identity
          from pg_depend d
          join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
          where d.classid = 'pg_class'::regclass
            and d.objid = c.oid
            and d.refclassid = 'pg_class'::regclass
            and d.deptype in ('a', 'i')
        ) owner on true
        order by c.relname`,
    },
    DatabaseSequence,
  )
}
