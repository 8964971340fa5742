import { z } from 'zod'
import type { Session } from '../../../../postgres/database.ts'
import { sql, type Sql } from '../../../../postgres/sql.ts'

const Total = z.object({ total: z.int() })

/**
 * Reads a page of a list, and counts the whole list.
 *
 * @param found the `from` and `where` of the list.
 */
export async function readPage<Item>(
  tx: Session,
  { found, items }: { readonly found: Sql; readonly items: Sql },
  item: z.core.$ZodType<Item>,
): Promise<{ items: Item[]; total: number }> {
  const { total } = await tx.one(sql`select count(*)::int as total ${found}`, Total)
  return { items: await tx.many(items, item), total }
}
