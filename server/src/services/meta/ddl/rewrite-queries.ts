import { z } from 'zod'
import type { Session } from '../../../postgres/database.ts'
import { sql } from '../../../postgres/sql.ts'

const Target = z.object({ type: z.string(), is_binary_coercible: z.boolean() })

/** A type as Postgres prints it without modifiers, and whether the column's values are its values. */
export const readTypeChange = (
  tx: Session,
  { id, position, type }: { readonly id: number; readonly position: number; readonly type: string },
) =>
  tx.one(
    sql`
      select
        format_type(target.oid, null) as type,
        exists (
          select from pg_cast c
          where c.castsource = a.atttypid and c.casttarget = target.oid and c.castmethod = 'b'
        ) as is_binary_coercible
      from pg_attribute a
      cross join (select to_regtype(${type}::text)::oid as oid) target
      where a.attrelid = ${String(id)}::oid and a.attnum = ${position}::int2`,
    Target,
  )

/** Whether one of these functions returns another value at each call, such as `gen_random_uuid`. */
export async function areVolatile(tx: Session, names: readonly string[]): Promise<boolean> {
  if (names.length === 0) return false
  const { found } = await tx.one(
    sql`
      select exists (
        select from pg_proc p where p.proname = any (${names}::name[]) and p.provolatile = 'v'
      ) as found`,
    z.object({ found: z.boolean() }),
  )
  return found
}
