import { ForeignKey } from '@stoa/contract/services/meta'
import type { Session } from '../../../postgres/database.ts'
import { sql } from '../../../postgres/sql.ts'

/** The foreign keys a table has, composite ones too, each with its columns in order. */
export const readForeignKeys = (tx: Session, id: number): Promise<ForeignKey[]> =>
  tx.many(
    sql`
      select
        k.conname::text as name,
        array(
          select a.attname::text
          from unnest(k.conkey) with ordinality as c (attnum, place)
          join pg_attribute a on a.attrelid = k.conrelid and a.attnum = c.attnum
          order by c.place
        ) as columns,
        n.nspname::text as target_schema,
        t.relname::text as target_table,
        t.oid as target_id,
        array(
          select a.attname::text
          from unnest(k.confkey) with ordinality as c (attnum, place)
          join pg_attribute a on a.attrelid = k.confrelid and a.attnum = c.attnum
          order by c.place
        ) as target_columns,
        case k.confupdtype
          when 'a' then 'no_action'
          when 'r' then 'restrict'
          when 'c' then 'cascade'
          when 'n' then 'set_null'
          when 'd' then 'set_default'
        end as on_update,
        case k.confdeltype
          when 'a' then 'no_action'
          when 'r' then 'restrict'
          when 'c' then 'cascade'
          when 'n' then 'set_null'
          when 'd' then 'set_default'
        end as on_delete
      from pg_constraint k
      join pg_class t on t.oid = k.confrelid
      join pg_namespace n on n.oid = t.relnamespace
      where k.conrelid = ${String(id)}::oid and k.contype = 'f'
        -- A key to a partitioned table has a twin for each partition; the first one speaks for all.
        and not exists (
          select from pg_constraint parent
          where parent.oid = k.conparentid and parent.conrelid = k.conrelid
        )
      order by k.conname`,
    ForeignKey,
  )
