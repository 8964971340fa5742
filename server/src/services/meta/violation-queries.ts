import { z } from 'zod'
import type { Session } from '../../postgres/database.ts'
import { sql } from '../../postgres/sql.ts'
import { KEY_COLUMNS } from './catalogue/sql-parts.ts'

const ConstraintParts = z.object({
  columns: z.array(z.string()),
  target: z.string().nullable(),
  definition: z.string(),
})
export type ConstraintParts = z.infer<typeof ConstraintParts>

type ConstraintName = {
  readonly schema: string
  readonly table: string
  readonly constraint: string
}

/** Constraints of a table, or unique indexes that were created without one, with a name. */
export function findConstraints(
  tx: Session,
  { schema, table, constraint }: ConstraintName,
): Promise<ConstraintParts[]> {
  const relation = sql`
    (select c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${schema} and c.relname = ${table})`
  return tx.many(
    sql`
      select
        ${KEY_COLUMNS} as columns,
        (select n.nspname || '.' || t.relname
          from pg_class t join pg_namespace n on n.oid = t.relnamespace
          where t.oid = k.confrelid) as target,
        pg_get_constraintdef(k.oid) as definition
      from pg_constraint k
      where k.conrelid = ${relation} and k.conname = ${constraint}
      union all
      select
        array(
          select a.attname::text
          from unnest(i.indkey) with ordinality as c (attnum, place)
          join pg_attribute a on a.attrelid = i.indrelid and a.attnum = c.attnum
          where c.place <= i.indnkeyatts
          order by c.place
        ),
        null,
        pg_get_indexdef(i.indexrelid)
      from pg_index i
      join pg_class x on x.oid = i.indexrelid
      where i.indrelid = ${relation} and x.relname = ${constraint}
        and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))`,
    ConstraintParts,
  )
}
