import { Constraint } from '@stoa/contract/services/meta/catalogue'
import type { Session } from '../../../postgres/database.ts'
import { sql } from '../../../postgres/sql.ts'
import { KEY_COLUMNS } from './sql-parts.ts'

/** A table's constraints as Postgres would write them, by kind and name. */
export const readConstraints = (tx: Session, id: number): Promise<Constraint[]> =>
  tx.many(
    sql`
      select
        k.oid as id,
        k.conname::text as name,
        case k.contype
          when 'p' then 'primary_key'
          when 'u' then 'unique'
          when 'c' then 'check'
          when 'f' then 'foreign_key'
          when 'x' then 'exclusion'
          when 'n' then 'not_null'
        end as kind,
        ${KEY_COLUMNS} as columns,
        pg_get_constraintdef(k.oid, true) as definition,
        k.convalidated as is_validated
      from pg_constraint k
      where k.conrelid = ${String(id)}::oid and k.contype in ('p', 'u', 'c', 'f', 'x', 'n')
        and not exists (
          select from pg_constraint parent
          where parent.oid = k.conparentid and parent.conrelid = k.conrelid
        )
      order by position(k.contype::text in 'pufxcn'), k.conname`,
    Constraint,
  )
