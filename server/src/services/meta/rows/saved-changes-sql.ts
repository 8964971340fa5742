import { z } from 'zod'
import type { Session } from '../../../postgres/database.ts'
import { sql } from '../../../postgres/sql.ts'

/** Records a token in the transaction of its changes; false if it is recorded already. */
export async function recordToken(tx: Session, token: string): Promise<boolean> {
  const { is_new: isNew } = await tx.one(
    sql`select extensions.stoa_save_once(${token}::uuid) as is_new`,
    z.object({ is_new: z.boolean() }),
  )
  return isNew
}
