import { ForeignKey } from '@stoa/contract/services/meta/catalogue'
import type { Session } from '../../../postgres/database.ts'
import { sql, type Sql } from '../../../postgres/sql.ts'
import { KEY_COLUMNS, TARGET_COLUMNS } from './sql-parts.ts'

/** The foreign keys a table has, composite ones too, each with its columns in order. */
export const readForeignKeys = (tx: Session, id: number): Promise<ForeignKey[]> =>
  tx.many(
    sql`
      select
        k.conname::text as name,
        ${KEY_COLUMNS} as columns,
        n.nspname::text as target_schema,
        t.relname::text as target_table,
        t.oid as target_id,
        ${TARGET_COLUMNS} as target_columns,
        ${foreignKeyAction(sql`k.confupdtype`)} as on_update,
        ${foreignKeyAction(sql`k.confdeltype`)} as on_delete
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

/** The action of a foreign key, from its code in `pg_constraint`. */
export const foreignKeyAction = (code: Sql) => sql`
  case ${code}
    when 'a' then 'no_action'
    when 'r' then 'restrict'
    when 'c' then 'cascade'
    when 'n' then 'set_null'
    when 'd' then 'set_default'
  end`
