import { z } from 'zod'
import type { Session } from '../../../postgres/database.ts'
import { sql } from '../../../postgres/sql.ts'

/** The primary key's columns in key order; empty when there is none. */
export async function readPrimaryKey(tx: Session, id: number): Promise<string[]> {
  const rows = await tx.many(
    sql`
      select a.attname::text as name
      from pg_index i
      cross join lateral unnest(i.indkey::int2[]) with ordinality as k (attnum, place)
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
      where i.indrelid = ${String(id)}::oid and i.indisprimary and k.place <= i.indnkeyatts
      order by k.place`,
    z.object({ name: z.string() }),
  )
  return rows.map(({ name }) => name)
}
