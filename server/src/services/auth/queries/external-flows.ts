import { z } from 'zod'
import type { Session as Connection } from '../../../postgres/database.ts'
import { sql } from '../../../postgres/sql.ts'
import type { ChallengeMethod } from './flow-states.ts'

type Challenge = { readonly challenge: string; readonly method: ChallengeMethod }

export type ExternalFlow = {
  readonly stateDigest: string
  readonly provider: string
  readonly challenge: Challenge | undefined
  /** Where the browser returns to. */
  readonly referrer: string
  readonly inviteDigest: string | null
  /** The account that gets the identity. */
  readonly linkingTarget: string | null
  /** Encrypted: the token of OAuth 1.0a that the person approves. */
  readonly signInToken: string | null
  readonly now: Date
}

/** Stores a sign-in that continues at another service, and deletes some unfinished ones. */
export const putExternalFlow = (tx: Connection, flow: ExternalFlow) =>
  tx.run(sql`
    with abandoned as (
      delete from auth.flow_state where id in (
        select id from auth.flow_state
        where created_at < ${flow.now}::timestamptz - interval '1 day' and provider_type <> 'email'
        limit 100 for update skip locked)
    )
    insert into auth.flow_state (state_digest, provider_type, authentication_method,
      code_challenge, code_challenge_method, referrer, invite_token, linking_target_id,
      provider_access_token, created_at, updated_at)
    values (${flow.stateDigest}, ${flow.provider}, 'oauth', ${flow.challenge?.challenge ?? null},
      ${flow.challenge?.method ?? null}::auth.code_challenge_method, ${flow.referrer},
      ${flow.inviteDigest}, ${flow.linkingTarget}, ${flow.signInToken}, ${flow.now}, ${flow.now})`)

const FlowRow = z
  .object({
    provider: z.string(),
    code_challenge: z.string().nullable(),
    method: z.enum(['s256', 'plain']).nullable(),
    referrer: z.string().nullable(),
    invite_digest: z.string().nullable(),
    linking_target: z.string().nullable(),
    sign_in_token: z.string().nullable(),
    created_at: z.date(),
  })
  .transform(({ code_challenge: challenge, method, ...row }) => ({
    ...row,
    challenge: challenge !== null && method !== null ? { challenge, method } : undefined,
  }))
export type StoredExternalFlow = z.infer<typeof FlowRow>

/** Deletes and returns the flow, because a state works only once. */
export const takeExternalFlow = (tx: Connection, stateDigest: string) =>
  tx.maybe(
    sql`delete from auth.flow_state where state_digest = ${stateDigest}
      returning provider_type as provider, code_challenge, code_challenge_method::text as method,
        referrer, invite_token as invite_digest, linking_target_id as linking_target,
        provider_access_token as sign_in_token, created_at`,
    FlowRow,
  )

export type ExternalCode = {
  readonly userId: string
  readonly provider: string
  readonly kind: 'oauth' | 'sso/saml'
  readonly challenge: Challenge
  readonly codeDigest: string
  /** Encrypted. */
  readonly accessToken: string | null
  readonly refreshToken: string | null
  readonly now: Date
}

/** Stores the code that the browser exchanges for a session. */
export const putExternalCode = (tx: Connection, code: ExternalCode) =>
  tx.run(sql`
    insert into auth.flow_state (user_id, provider_type, authentication_method, code_challenge,
      code_challenge_method, auth_code, auth_code_issued_at, provider_access_token,
      provider_refresh_token, created_at, updated_at)
    values (${code.userId}, ${code.provider}, ${code.kind}, ${code.challenge.challenge},
      ${code.challenge.method}::auth.code_challenge_method, ${code.codeDigest}, ${code.now},
      ${code.accessToken}, ${code.refreshToken}, ${code.now}, ${code.now})`)

/** Returns false when the proof was used before. Deletes proofs that have expired. */
export async function useProof(
  tx: Connection,
  { digest, expiresAt, now }: { digest: string; expiresAt: Date; now: Date },
): Promise<boolean> {
  await tx.run(sql`
    delete from auth.used_proofs where digest in (
      select digest from auth.used_proofs where expires_at < ${now} limit 100 for update skip locked)`)
  const used = await tx.run(sql`
    insert into auth.used_proofs (digest, expires_at) values (${digest}, ${expiresAt})
    on conflict do nothing`)
  return used === 1
}
