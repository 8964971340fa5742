import { z } from 'zod'
import type { Session } from '../../../postgres/database.ts'
import type { Sql } from '../../../postgres/sql.ts'

const Total = z.object({ total: z.int() })

/** Reads a page of a list, and counts the whole list. */
export async function readPage<Item>(
  tx: Session,
  { items, count }: { readonly items: Sql; readonly count: Sql },
  item: z.core.$ZodType<Item>,
): Promise<{ items: Item[]; total: number }> {
  const { total } = await tx.one(count, Total)
  return { items: await tx.many(items, item), total }
}
