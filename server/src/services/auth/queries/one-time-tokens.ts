import { z } from 'zod'
import type { Session as Connection } from '../../../postgres/database.ts'
import { sql } from '../../../postgres/sql.ts'

const TokenType = z.enum([
  'confirmation_token',
  'recovery_token',
  'email_change_token_new',
  'email_change_token_current',
  'phone_change_token',
  'reauthentication_token',
])
export type OneTimeTokenType = z.infer<typeof TokenType>

const TokenRow = z.object({
  user_id: z.string(),
  token_type: TokenType,
  relates_to: z.string(),
  created_at: z.date(),
})
export type OneTimeTokenRecord = z.infer<typeof TokenRow>

export type NewOneTimeToken = {
  readonly userId: string
  readonly type: OneTimeTokenType
  readonly digest: string
  /** The email address or phone number that the token confirms. */
  readonly relatesTo: string
  readonly now: Date
}

/** Stores a token. It replaces the account's earlier token of the same type. */
export const putOneTimeToken = (tx: Connection, token: NewOneTimeToken) =>
  tx.run(sql`
    insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to, created_at, updated_at)
    values (${token.userId}, ${token.type}::auth.one_time_token_type, ${token.digest},
      ${token.relatesTo}, ${token.now}, ${token.now})
    on conflict (user_id, token_type) do update
      set token_hash = excluded.token_hash, relates_to = excluded.relates_to,
        created_at = excluded.created_at, updated_at = excluded.updated_at`)

/** Deletes and returns the token with one of the digests. Only one of two requests gets it. */
export const takeOneTimeToken = (
  tx: Connection,
  digests: readonly string[],
  types: readonly OneTimeTokenType[],
) =>
  tx.maybe(
    sql`delete from auth.one_time_tokens
      where id = (
        select id from auth.one_time_tokens
        where token_hash = any(${digests}::text[]) and token_type::text = any(${types}::text[])
        limit 1 for update)
      returning user_id, token_type::text, relates_to, created_at`,
    TokenRow,
  )

/** Finds the token with one of the digests, which stays valid. */
export const findOneTimeToken = (
  db: Connection,
  digests: readonly string[],
  types: readonly OneTimeTokenType[],
) =>
  db.maybe(
    sql`select user_id, token_type::text, relates_to, created_at from auth.one_time_tokens
      where token_hash = any(${digests}::text[]) and token_type::text = any(${types}::text[])
      limit 1`,
    TokenRow,
  )

/** Deletes and returns the account's token of the type. */
export const takeTokenOf = (
  tx: Connection,
  { userId, type }: { userId: string; type: OneTimeTokenType },
) =>
  tx.maybe(
    sql`delete from auth.one_time_tokens
      where user_id = ${userId} and token_type::text = ${type}
      returning user_id, token_type::text, relates_to, created_at`,
    TokenRow,
  )

export const deleteOneTimeTokens = (tx: Connection, userId: string) =>
  tx.run(sql`delete from auth.one_time_tokens where user_id = ${userId}`)
