import { z } from 'zod'
import type { Session as Connection } from '../../../postgres/database.ts'
import { sql } from '../../../postgres/sql.ts'

/** Records that nobody has proved to own the account's address. */
export const markUnproved = (tx: Connection, userId: string, now: Date) =>
  tx.run(sql`
    insert into auth.unproved_emails (user_id, created_at) values (${userId}, ${now})
    on conflict do nothing`)

const Unproved = z.object({ is_contested: z.boolean() })
export type Unproved = z.infer<typeof Unproved>

export const findUnproved = (db: Connection, userId: string) =>
  db.maybe(sql`select is_contested from auth.unproved_emails where user_id = ${userId}`, Unproved)

/** Records that the address is proved. Returns what was recorded before; undefined if it was proved. */
export const takeUnproved = (tx: Connection, userId: string) =>
  tx.maybe(
    sql`delete from auth.unproved_emails where user_id = ${userId} returning is_contested`,
    Unproved,
  )

/** Records that somebody else may have chosen the password and metadata, unless the address is proved. */
export const markContested = (tx: Connection, userId: string) =>
  tx.run(sql`update auth.unproved_emails set is_contested = true where user_id = ${userId}`)
