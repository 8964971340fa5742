import { z } from 'zod'
import type { Session as Connection } from '../../../postgres/database.ts'
import { prepared, sql, type Sql } from '../../../postgres/sql.ts'
import { auditInsert, type AuditEntry } from './audit.ts'

export type AuthMethod =
  | 'password'
  | 'otp'
  | 'anonymous'
  | 'oauth'
  | 'sso/saml'
  | 'web3'
  | 'passkey'
  | 'oauth_provider/authorization_code'

/** How a session proved a second factor. */
export type FactorMethod = 'totp' | 'mfa/phone' | 'mfa/webauthn' | 'mfa/recovery_code'

/** The app that a session belongs to, and the scopes it was granted. */
export type AppGrant = { readonly clientId: string; readonly scopes: string }

export type NewSession = {
  readonly id: string
  readonly userId: string
  readonly method: AuthMethod
  /** The identity that signed in, such as `email`. */
  readonly provider: string
  /** The digest of the session's first refresh token. */
  readonly tokenDigest: string
  readonly ip: string | null
  readonly userAgent: string
  readonly app?: AppGrant | undefined
  readonly now: Date
}

/** Stores the session, its method, its first refresh token, and the account's sign-in time. */
export const insertSession = (tx: Connection, session: NewSession) =>
  tx.run(
    prepared(
      'insert_session',
      sql`
    with started as (
      insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip,
        oauth_client_id, scopes)
      values (${session.id}, ${session.userId}, ${session.now}, ${session.now}, 'aal1',
        ${session.userAgent}, ${session.ip}::inet, ${session.app?.clientId ?? null},
        ${session.app?.scopes ?? null})
    ), proved as (
      insert into auth.mfa_amr_claims (session_id, created_at, updated_at, authentication_method)
      values (${session.id}, ${session.now}, ${session.now}, ${session.method})
    ), token as (
      insert into auth.refresh_tokens (token, user_id, revoked, created_at, updated_at, session_id)
      values (${session.tokenDigest}, ${session.userId}, false, ${session.now}, ${session.now}, ${session.id})
    ), identity as (
      update auth.identities set last_sign_in_at = ${session.now}, updated_at = ${session.now}
      where user_id = ${session.userId} and provider = ${session.provider}
    )
    update auth.users set last_sign_in_at = ${session.now} where id = ${session.userId}`,
    ),
  )

/** Whether the account has a session that was started from this IP address. */
export async function hasSessionFrom(
  db: Connection,
  { userId, ip }: { userId: string | null; ip: string | null },
): Promise<boolean> {
  const { found } = await db.one(
    sql`select exists (
      select from auth.sessions where user_id = ${userId} and ip = ${ip}::inet) as found`,
    z.object({ found: z.boolean() }),
  )
  return found
}

const SessionRow = z.object({
  id: z.string(),
  user_id: z.string(),
  aal: z.string().nullable(),
  oauth_client_id: z.string().nullable(),
  scopes: z.string().nullable(),
  tag: z.string().nullable(),
  created_at: z.date().nullable(),
  refreshed_at: z.date().nullable(),
  has_ended: z.boolean(),
})
export type SessionRow = z.infer<typeof SessionRow>

export const findSession = (db: Connection, id: string, now: Date) =>
  db.maybe(
    sql`select id, user_id, aal, oauth_client_id, scopes, tag, created_at, refreshed_at,
        coalesce(not_after <= ${now}, false) as has_ended
      from auth.sessions where id = ${id}`,
    SessionRow,
  )

/** Finds and locks the session, so that concurrent refreshes of it run one after the other. */
export const lockSession = (tx: Connection, id: string, now: Date) =>
  tx.maybe(
    sql`select id, user_id, aal, oauth_client_id, scopes, tag, created_at, refreshed_at,
        coalesce(not_after <= ${now}, false) as has_ended
      from auth.sessions where id = ${id} for update`,
    SessionRow,
  )

/** Finds and locks the session of a refresh token. */
export const lockSessionOfToken = (tx: Connection, digest: string, now: Date) =>
  tx.maybe(
    prepared(
      'lock_session_of_token',
      sql`select id, user_id, aal, oauth_client_id, scopes, tag, created_at, refreshed_at,
        coalesce(not_after <= ${now}, false) as has_ended
      from auth.sessions
      where id = (select session_id from auth.refresh_tokens where token = ${digest})
      for update`,
    ),
    SessionRow,
  )

/**
 * Whether the account has signed in again after this session began, with the same one of the tags.
 * A session without one of them counts as one with the first.
 */
export async function hasNewerSession(
  tx: Connection,
  { id, user_id: userId, created_at: createdAt, tag }: SessionRow,
  tags: readonly string[],
): Promise<boolean> {
  const [first = ''] = tags
  const own = tag !== null && tags.includes(tag) ? tag : first
  const { found } = await tx.one(
    sql`select exists (
      select from auth.sessions s
      where s.user_id = ${userId} and s.id <> ${id} and s.created_at > ${createdAt}
        and case when s.tag = any(${tags}::text[]) then s.tag else ${first} end = ${own}) as found`,
    z.object({ found: z.boolean() }),
  )
  return found
}

const LiveSession = z.object({
  user_id: z.string(),
  email: z.string().nullable(),
  aal: z.string().nullable(),
  has_factor: z.boolean(),
})

const LiveAccount = z.object({
  user_id: z.string(),
  email: z.string().nullable(),
  has_factor: z.boolean(),
})

/** Finds an account that is not banned or deleted. */
export const findLiveAccount = (db: Connection, id: string, now: Date) =>
  db.maybe(
    sql`select u.id as user_id, u.email,
        exists (
          select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified'
        ) as has_factor
      from auth.users u
      where u.id = ${id} and u.deleted_at is null
        and (u.banned_until is null or u.banned_until <= ${now})`,
    LiveAccount,
  )

/** Finds a session that is not signed out or expired and whose account is not banned or deleted. */
export const findLiveSession = (db: Connection, id: string, now: Date) =>
  db.maybe(
    sql`select u.id as user_id, u.email, s.aal::text,
        exists (
          select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified'
        ) as has_factor
      from auth.sessions s join auth.users u on u.id = s.user_id
      where s.id = ${id} and (s.not_after is null or s.not_after > ${now})
        and (u.banned_until is null or u.banned_until <= ${now}) and u.deleted_at is null`,
    LiveSession,
  )

const AmrRow = z.object({ method: z.string(), timestamp: z.number() })
export type Amr = z.infer<typeof AmrRow>

const amrOf = (sessionId: Sql) => sql`
  select authentication_method as method, floor(extract(epoch from updated_at))::int as timestamp
  from auth.mfa_amr_claims where session_id = ${sessionId} order by updated_at desc, id`

/** How the session was proved, newest first. */
export const findAmr = (db: Connection, sessionId: string) =>
  db.many(amrOf(sql`${sessionId}`), AmrRow)

export const deleteSession = (tx: Connection, id: string) =>
  tx.run(sql`delete from auth.sessions where id = ${id}`)

export const deleteSessionsOf = (tx: Connection, userId: string) =>
  tx.run(sql`delete from auth.sessions where user_id = ${userId}`)

/** Ends the account's sessions that have not verified a second factor. */
export const deleteWeakSessions = (tx: Connection, userId: string) =>
  tx.run(sql`
    delete from auth.sessions where user_id = ${userId} and aal is distinct from 'aal2'`)

/** Records that the session has verified the factor. */
export async function raiseToAal2(
  tx: Connection,
  { id, factorId, method, now }: { id: string; factorId: string; method: FactorMethod; now: Date },
) {
  await tx.run(sql`
    update auth.sessions set aal = 'aal2', factor_id = ${factorId}, updated_at = ${now}
    where id = ${id}`)
  await tx.run(sql`
    insert into auth.mfa_amr_claims (session_id, created_at, updated_at, authentication_method)
    values (${id}, ${now}, ${now}, ${method})
    on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`)
}

/** Lowers sessions that verified the factor back to aal1. */
export async function lowerSessions(tx: Connection, factorId: string) {
  await tx.run(sql`
    delete from auth.mfa_amr_claims
    where authentication_method in ('totp', 'mfa/phone', 'mfa/webauthn', 'mfa/recovery_code')
      and session_id in (select id from auth.sessions where factor_id = ${factorId})`)
  await tx.run(
    sql`update auth.sessions set aal = 'aal1', factor_id = null where factor_id = ${factorId}`,
  )
}

/** Ends the app's sessions of the account, all or all but one. */
export const deleteAppSessions = (
  tx: Connection,
  { userId, clientId, keep }: { userId: string; clientId: string; keep: string | null },
) =>
  tx.run(sql`
    delete from auth.sessions
    where user_id = ${userId} and oauth_client_id = ${clientId} and id is distinct from ${keep}`)

export const deleteOtherSessions = (tx: Connection, userId: string, keep: string) =>
  tx.run(sql`delete from auth.sessions where user_id = ${userId} and id <> ${keep}`)

export type Refreshed = { id: string; ip: string | null; userAgent: string; now: Date }

const refreshedUpdate = ({ id, ip, userAgent, now }: Refreshed) => sql`
  update auth.sessions set refreshed_at = ${now}, updated_at = ${now}, ip = ${ip}::inet,
    user_agent = ${userAgent}
  where id = ${id}`

export const markRefreshed = (tx: Connection, refreshed: Refreshed) =>
  tx.run(prepared('mark_refreshed', refreshedUpdate(refreshed)))

const RefreshTokenRow = z.object({
  id: z.string(),
  session_id: z.string(),
  revoked: z.boolean(),
  updated_at: z.date(),
  amr: z.array(AmrRow),
})

/** Finds a refresh token and how its session was proved, newest first. */
export const findRefreshToken = (db: Connection, digest: string) =>
  db.maybe(
    prepared(
      'find_refresh_token',
      sql`select t.id, t.session_id, coalesce(t.revoked, false) as revoked, t.updated_at,
        coalesce((select jsonb_agg(amr) from (${amrOf(sql`t.session_id`)}) amr), '[]') as amr
      from auth.refresh_tokens t where t.token = ${digest} and t.session_id is not null`,
    ),
    RefreshTokenRow,
  )

/** Tokens of other auth servers are shorter than a digest, so a digest is never taken for one. */
const MAX_RESTORED_TOKEN = 22

/**
 * Replaces a token that came with a dump, which contains tokens in plain text, by its digest.
 * Resolves to false if there is no such token.
 */
export async function digestRestoredToken(
  tx: Connection,
  { presented, digest }: { presented: string; digest: string },
): Promise<boolean> {
  if (presented.length > MAX_RESTORED_TOKEN) return false
  const replaced = await tx.maybe(
    sql`update auth.refresh_tokens set token = ${digest}
      where token = ${presented} and session_id is not null returning id`,
    z.object({ id: z.string() }),
  )
  return replaced !== undefined
}

/** Finds the digest of the session's only unused token. */
export const findActiveToken = (db: Connection, sessionId: string) =>
  db.maybe(
    sql`select token from auth.refresh_tokens
      where session_id = ${sessionId} and not revoked order by id desc limit 1`,
    z.object({ token: z.string() }),
  )

export type Rotation = {
  readonly userId: string
  readonly sessionId: string
  readonly parent: string
  readonly child: string
  readonly now: Date
}

const parentUpdate = ({ parent, now }: Rotation) => sql`
  update auth.refresh_tokens set revoked = true, updated_at = ${now} where token = ${parent}`

const childInsert = ({ userId, sessionId, parent, child, now }: Rotation) => sql`
  insert into auth.refresh_tokens (token, user_id, revoked, created_at, updated_at, parent, session_id)
  values (${child}, ${userId}, false, ${now}, ${now}, ${parent}, ${sessionId})`

export const rotateRefreshToken = (tx: Connection, rotation: Rotation) =>
  tx.run(
    prepared(
      'rotate_refresh_token',
      sql`with used as (${parentUpdate(rotation)}) ${childInsert(rotation)}`,
    ),
  )

/** All that a refresh writes, in one statement, because clients refresh their sessions all day. */
export const recordRefresh = (
  tx: Connection,
  given: { rotation: Rotation; refreshed: Refreshed; entry: AuditEntry },
) =>
  tx.run(
    prepared(
      'record_refresh',
      sql`
    with used as (${parentUpdate(given.rotation)}),
      marked as (${refreshedUpdate(given.refreshed)}),
      noted as (${auditInsert(given.entry)})
    ${childInsert(given.rotation)}`,
    ),
  )

/** Revokes the session's refresh tokens and, wherever the session is checked, its access tokens. */
export async function endSessionFamily(tx: Connection, sessionId: string, now: Date) {
  await tx.run(
    sql`update auth.refresh_tokens set revoked = true, updated_at = ${now}
      where session_id = ${sessionId} and not revoked`,
  )
  await tx.run(
    sql`update auth.sessions set not_after = ${now}, updated_at = ${now} where id = ${sessionId}`,
  )
}
