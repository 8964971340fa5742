import { z } from 'zod'
import type { Session as Connection } from '../../../postgres/database.ts'
import { sql } from '../../../postgres/sql.ts'

const Row = z.object({
  authorization_id: z.string(),
  client_id: z.string(),
  user_id: z.string().nullable(),
  redirect_uri: z.string(),
  scope: z.string(),
  state: z.string().nullable(),
  code_challenge: z.string().nullable(),
  method: z.enum(['s256', 'plain']).nullable(),
  status: z.enum(['pending', 'approved', 'denied', 'expired']),
  expires_at: z.date(),
  approved_at: z.date().nullable(),
  nonce: z.string().nullable(),
})
export type OAuthAuthorization = z.infer<typeof Row>

const columns = sql`authorization_id, client_id, user_id, redirect_uri, scope, state,
  code_challenge, code_challenge_method::text as method, status::text, expires_at, approved_at,
  nonce`

export type NewAuthorization = {
  readonly id: string
  readonly clientId: string
  readonly redirectUri: string
  readonly scope: string
  readonly state: string | null
  readonly resource: string | null
  readonly challenge: string
  readonly method: 's256' | 'plain'
  readonly nonce: string | null
  readonly now: Date
  readonly expiresAt: Date
}

/** Stores the request of an app, and deletes some old ones. */
export const insertAuthorization = (tx: Connection, request: NewAuthorization) =>
  tx.run(sql`
    with expired as (
      delete from auth.oauth_authorizations where id in (
        select id from auth.oauth_authorizations
        where expires_at < ${request.now}::timestamptz - interval '1 day'
        limit 100 for update skip locked)
    )
    insert into auth.oauth_authorizations (id, authorization_id, client_id, redirect_uri, scope,
      state, resource, code_challenge, code_challenge_method, nonce, created_at, expires_at)
    values (gen_random_uuid(), ${request.id}, ${request.clientId}, ${request.redirectUri},
      ${request.scope}, ${request.state}, ${request.resource}, ${request.challenge},
      ${request.method}::auth.code_challenge_method, ${request.nonce}, ${request.now},
      ${request.expiresAt})`)

export const lockAuthorization = (tx: Connection, id: string) =>
  tx.maybe(
    sql`select ${columns} from auth.oauth_authorizations
      where authorization_id = ${id} for update`,
    Row,
  )

/** The first account that opens the request owns it. */
export const claimAuthorization = (tx: Connection, id: string, userId: string) =>
  tx.run(sql`
    update auth.oauth_authorizations set user_id = ${userId}
    where authorization_id = ${id} and user_id is null`)

export const approveAuthorization = (
  tx: Connection,
  {
    id,
    codeDigest,
    now,
    expiresAt,
  }: { id: string; codeDigest: string; now: Date; expiresAt: Date },
) =>
  tx.run(sql`
    update auth.oauth_authorizations
    set status = 'approved', authorization_code = ${codeDigest}, approved_at = ${now},
      expires_at = ${expiresAt}
    where authorization_id = ${id}`)

export const denyAuthorization = (tx: Connection, id: string) =>
  tx.run(sql`
    update auth.oauth_authorizations set status = 'denied' where authorization_id = ${id}`)

/** Deletes and returns the approved request, because a code works only once. */
export const takeAuthorization = (tx: Connection, codeDigest: string) =>
  tx.maybe(
    sql`delete from auth.oauth_authorizations
      where authorization_code = ${codeDigest} and status = 'approved' returning ${columns}`,
    Row,
  )

const ConsentRow = z.object({
  client_id: z.string(),
  scopes: z.string().transform((scopes) => scopes.split(' ').filter(Boolean)),
  granted_at: z.date(),
})

export const findConsent = (tx: Connection, userId: string, clientId: string) =>
  tx.maybe(
    sql`select client_id, scopes, granted_at from auth.oauth_consents
      where user_id = ${userId} and client_id = ${clientId} and revoked_at is null`,
    ConsentRow,
  )

/** The consents of an account, newest first. */
export const listConsents = (tx: Connection, userId: string) =>
  tx.many(
    sql`select client_id, scopes, granted_at from auth.oauth_consents
      where user_id = ${userId} and revoked_at is null order by granted_at desc limit 1000`,
    ConsentRow,
  )

export const putConsent = (
  tx: Connection,
  {
    userId,
    clientId,
    scopes,
    now,
  }: { userId: string; clientId: string; scopes: string; now: Date },
) =>
  tx.run(sql`
    insert into auth.oauth_consents (id, user_id, client_id, scopes, granted_at)
    values (gen_random_uuid(), ${userId}, ${clientId}, ${scopes}, ${now})
    on conflict (user_id, client_id) do update
      set scopes = excluded.scopes, granted_at = excluded.granted_at, revoked_at = null`)

/** Revokes the consent and ends the app's sessions of the account; false without a consent. */
export async function revokeConsent(
  tx: Connection,
  { userId, clientId, now }: { userId: string; clientId: string; now: Date },
): Promise<boolean> {
  const revoked = await tx.run(sql`
    update auth.oauth_consents set revoked_at = greatest(${now}, granted_at)
    where user_id = ${userId} and client_id = ${clientId} and revoked_at is null`)
  await tx.run(sql`
    delete from auth.sessions where user_id = ${userId} and oauth_client_id = ${clientId}`)
  await tx.run(sql`
    delete from auth.oauth_authorizations where user_id = ${userId} and client_id = ${clientId}`)
  return revoked === 1
}

/** Deletes every consent of the account, and the codes that apps have yet to exchange. */
export async function deleteConsentsOf(tx: Connection, userId: string) {
  await tx.run(sql`delete from auth.oauth_authorizations where user_id = ${userId}`)
  await tx.run(sql`delete from auth.oauth_consents where user_id = ${userId}`)
}
