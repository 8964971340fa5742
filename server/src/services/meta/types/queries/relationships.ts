import { Relationship } from '@stoa/contract/services/meta/types'
import type { Session } from '../../../../postgres/database.ts'
import { sql } from '../../../../postgres/sql.ts'
import { KEY_COLUMNS, TARGET_COLUMNS } from '../../catalogue/sql-parts.ts'

/**
 * Tables of the same schema that the data API can embed in a table's rows, by name: along its own
 * foreign keys and those that refer to it. A name is ambiguous if several relationships have it,
 * including those through a junction table. For a self-reference, the referring rows are embedded
 * by the table's name and the referenced row by the column, if it is a single column and not
 * unique: PostgREST supports no other self-references.
 */
export const readRelationships = (tx: Session, id: number): Promise<Relationship[]> =>
  tx.many(
    sql`
      with every_key as (
        select
          k.conname::text as name,
          k.conrelid,
          k.confrelid,
          ${KEY_COLUMNS} as columns,
          ${TARGET_COLUMNS} as target_columns,
          exists (
            select from pg_constraint u
            where u.conrelid = k.conrelid
              and u.contype in ('p', 'u')
              and u.conkey @> k.conkey
              and u.conkey <@ k.conkey
          ) as is_unique
        from pg_constraint k
        join pg_class here on here.oid = k.conrelid
        join pg_class there on there.oid = k.confrelid
        where k.contype = 'f'
          and k.conparentid = 0
          and here.relnamespace = there.relnamespace
      ),
      keys as (
        select *, cardinality(columns) = 1 and not is_unique as is_embeddable_here
        from every_key
      ),
      ends as (
        select
          case when is_unique then 'one_to_one' else 'many_to_one' end as kind,
          name, confrelid as other, columns, target_columns, true as is_referencing
        from keys
        where conrelid = ${String(id)}::oid
          and (confrelid <> conrelid or is_embeddable_here)
        union all
        select
          case when is_unique then 'one_to_one' else 'one_to_many' end,
          name, conrelid, target_columns, columns, false
        from keys
        where confrelid = ${String(id)}::oid
          and (confrelid <> conrelid or is_embeddable_here)
      ),
      ways as (
        select confrelid as other from keys
        where conrelid = ${String(id)}::oid and confrelid <> conrelid
        union all
        select conrelid from keys
        where confrelid = ${String(id)}::oid and (confrelid <> conrelid or not is_unique)
        union all
        select far.confrelid
        from keys near
        join keys far
          on far.conrelid = near.conrelid
          and far.name <> near.name
          and far.confrelid <> far.conrelid
        where near.confrelid = ${String(id)}::oid
          and near.conrelid <> near.confrelid
      )
      select
        e.kind,
        e.name as constraint,
        c.relname::text as table,
        e.columns,
        e.target_columns,
        e.is_referencing,
        not (e.is_referencing and e.other = ${String(id)}::oid)
          and (select count(*) from ways w where w.other = e.other) > 1 as is_ambiguous
      from ends e
      join pg_class c on c.oid = e.other
      order by e.kind = 'one_to_many', c.relname, e.name, e.is_referencing desc`,
    Relationship,
  )
