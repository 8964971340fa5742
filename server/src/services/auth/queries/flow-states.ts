import { z } from 'zod'
import type { Session as Connection } from '../../../postgres/database.ts'
import { sql } from '../../../postgres/sql.ts'

export type ChallengeMethod = 's256' | 'plain'
export type NewFlow = {
  readonly userId: string
  /** The kind of mail that finishes the flow, such as `recovery`. */
  readonly kind: string
  readonly challenge: string
  readonly method: ChallengeMethod
  readonly now: Date
}

/** Stores a flow. It replaces the account's earlier flow of the same kind. */
export const putFlow = (tx: Connection, flow: NewFlow) =>
  tx.run(sql`
    insert into auth.flow_state (user_id, code_challenge_method, code_challenge, provider_type,
      authentication_method, created_at, updated_at)
    values (${flow.userId}, ${flow.method}::auth.code_challenge_method, ${flow.challenge}, 'email',
      ${flow.kind}, ${flow.now}, ${flow.now})
    on conflict (user_id, authentication_method) where provider_type = 'email' do update
      set code_challenge_method = excluded.code_challenge_method,
        code_challenge = excluded.code_challenge, auth_code = null, auth_code_issued_at = null,
        created_at = excluded.created_at, updated_at = excluded.updated_at`)

/** Returns how many flows got the code: 0 when the sign-in was started without a challenge. */
export const setFlowCode = (
  tx: Connection,
  { userId, kind, digest, now }: { userId: string; kind: string; digest: string; now: Date },
) =>
  tx.run(sql`
    update auth.flow_state
    set auth_code = ${digest}, auth_code_issued_at = ${now}, updated_at = ${now}
    where user_id = ${userId} and authentication_method = ${kind} and provider_type = 'email'`)

/**
 * Deletes the account's sign-ins in progress, and those that would link another identity to it.
 * `keep` names the kind of one that continues.
 */
export const deleteFlowsOf = (
  tx: Connection,
  { userId, keep }: { userId: string; keep: string | undefined },
) =>
  tx.run(sql`
    delete from auth.flow_state
    where linking_target_id = ${userId} or (user_id = ${userId}
      and not (provider_type = 'email' and authentication_method = ${keep ?? ''}))`)

/** Deletes and returns the flow, because a code allows only one attempt. */
export const takeFlow = (tx: Connection, digest: string) =>
  tx.maybe(
    sql`delete from auth.flow_state where auth_code = ${digest}
      returning user_id, code_challenge, code_challenge_method::text as method,
        auth_code_issued_at, provider_type, authentication_method, provider_access_token,
        provider_refresh_token`,
    z.object({
      user_id: z.string(),
      code_challenge: z.string(),
      method: z.enum(['s256', 'plain']),
      auth_code_issued_at: z.date(),
      provider_type: z.string(),
      authentication_method: z.string(),
      provider_access_token: z.string().nullable(),
      provider_refresh_token: z.string().nullable(),
    }),
  )
