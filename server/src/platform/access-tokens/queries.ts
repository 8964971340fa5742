import { z } from 'zod'
import type { Session } from '../../postgres/database.ts'
import { sql } from '../../postgres/sql.ts'

const TokenRow = z.object({
  id: z.uuid(),
  name: z.string(),
  prefix: z.string(),
  created_at: z.date(),
  expires_at: z.date().nullable(),
  last_used_at: z.date().nullable(),
})
export type TokenRow = z.infer<typeof TokenRow>

const columns = sql`id, name, prefix, created_at, expires_at, last_used_at`

export const listTokens = (session: Session, userId: string) =>
  session.many(
    sql`select ${columns} from platform.access_tokens where user_id = ${userId}
      order by position desc`,
    TokenRow,
  )

export type NewToken = {
  readonly userId: string
  readonly name: string
  readonly digest: Buffer
  readonly prefix: string
  readonly at: Date
  readonly expiresAt: Date | null
  /** Whether the session that creates it has verified a second factor. */
  readonly hasSecondFactor: boolean
}

/** Stores a token. Returns undefined if the person already has `most`. */
export const insertToken = (tx: Session, most: number, token: NewToken) =>
  tx.maybe(
    sql`
      insert into platform.access_tokens
        (user_id, name, digest, prefix, created_at, expires_at, has_second_factor)
      select p.user_id, ${token.name}, ${token.digest}, ${token.prefix}, ${token.at},
        ${token.expiresAt}, ${token.hasSecondFactor}
      from platform.profiles p
      where p.user_id = ${token.userId}
        and (select count(*) from platform.access_tokens t where t.user_id = p.user_id) < ${most}
      returning ${columns}`,
    TokenRow,
  )

/** Serializes one person's creations until the transaction ends. */
export const lockProfile = (tx: Session, userId: string) =>
  tx.maybe(
    sql`select user_id from platform.profiles where user_id = ${userId} for update`,
    z.object({ user_id: z.string() }),
  )

export const deleteToken = (session: Session, userId: string, id: string) =>
  session.maybe(
    sql`delete from platform.access_tokens where id = ${id} and user_id = ${userId}
      returning ${columns}`,
    TokenRow,
  )

/** Deletes every token of the account. Returns their number. */
export const deleteTokensOf = (session: Session, userId: string): Promise<number> =>
  session.run(sql`delete from platform.access_tokens where user_id = ${userId}`)

const Owner = z.object({
  user_id: z.uuid(),
  is_expired: z.boolean(),
  has_second_factor: z.boolean(),
})

/** The owner of a token, and whether it has expired. Records the use, at most once a minute. */
export const useToken = (session: Session, digest: Buffer, now: Date) =>
  session.maybe(
    sql`
      with used as (
        update platform.access_tokens set last_used_at = ${now}
        where digest = ${digest} and (expires_at is null or expires_at > ${now})
          and (last_used_at is null or last_used_at < ${now}::timestamptz - interval '1 minute')
      )
      select user_id, coalesce(expires_at <= ${now}, false) as is_expired, has_second_factor
      from platform.access_tokens where digest = ${digest}`,
    Owner,
  )
