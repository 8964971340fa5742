import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestProject, type TestProject } from '../../../../test/project.ts'
import { sql } from '../../../postgres/sql.ts'
import { createAuthApp, type AuthApp } from '../../../../test/auth/app.ts'

const PASSWORD = 'of the stranger'
const SITE = 'https://app.example.com'

let test: TestProject
let automatic: AuthApp
let confirming: AuthApp
beforeAll(async () => {
  test = await createTestProject()
  automatic = createAuthApp(test, { settings: { site_url: SITE } })
  confirming = createAuthApp(test, { settings: { site_url: SITE, mailer_autoconfirm: false } })
})
afterAll(() => test.stop())

const admin = () => test.project.database.as('supabase_auth_admin')
const signIn = (app: AuthApp, email: string, password = PASSWORD) =>
  app.call('POST', '/token?grant_type=password', { body: { email, password } })

/** Everything that gives access to an account, as if a stranger had collected it. */
async function collect(userId: string, code = 'code'): Promise<void> {
  await admin().transaction(async (tx) => {
    const id = randomUUID()
    const now = new Date()
    await tx.run(sql`
      insert into auth.identities (provider_id, user_id, identity_data, provider)
      values (${id}, ${userId}, '{"email_verified": false}', 'custom:theirs')`)
    await tx.run(sql`
      insert into auth.mfa_factors (id, user_id, factor_type, status)
      values (${id}, ${userId}, 'totp', 'verified')`)
    await tx.run(sql`
      insert into auth.webauthn_credentials (user_id, credential_id, public_key)
      values (${userId}, ${id}::text::bytea, 'key')`)
    await tx.run(sql`
      insert into auth.flow_state (user_id, provider_type, authentication_method, code_challenge,
        code_challenge_method, auth_code, auth_code_issued_at)
      values (${userId}, 'custom:theirs', 'oauth', 'v', 'plain',
        ${createHash('sha256').update(code).digest('hex')}, ${now})`)
    await tx.run(sql`
      insert into auth.flow_state (linking_target_id, provider_type, authentication_method,
        state_digest)
      values (${userId}, 'custom:theirs', 'oauth', ${id})`)
    await tx.run(sql`
      insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to)
      values (${userId}, 'email_change_token_new', ${id}, 'their-other@example.com')`)
    await tx.run(sql`
      update auth.users set email_change = 'their-other@example.com', phone = ${id},
        phone_confirmed_at = ${now}
      where id = ${userId}`)
    await tx.run(sql`
      insert into auth.oauth_clients (id, registration_type, redirect_uris, grant_types,
        token_endpoint_auth_method)
      values (${id}, 'manual', 'https://theirs.example.com', 'authorization_code', 'none')`)
    await tx.run(sql`
      insert into auth.oauth_consents (id, user_id, client_id, scopes)
      values (${id}, ${userId}, ${id}, 'email')`)
  })
}

const Holdings = z.object({
  identities: z.array(z.string()),
  others: z.number(),
  sessions: z.number(),
  metadata: z.record(z.string(), z.unknown()),
})

/**
 * The contents of an account. `others` counts further ways to sign in besides identities and
 * sessions.
 */
const holdingsOf = (userId: string) =>
  admin().one(
    sql`
      select
        array(select provider from auth.identities where user_id = ${userId} order by 1) as identities,
        (select count(*)::int from auth.sessions where user_id = ${userId}) as sessions,
        (select raw_user_meta_data from auth.users where id = ${userId}) as metadata,
        ((select count(*) from auth.mfa_factors where user_id = ${userId})
          + (select count(*) from auth.webauthn_credentials where user_id = ${userId})
          + (select count(*) from auth.flow_state
              where user_id = ${userId} or linking_target_id = ${userId})
          + (select count(*) from auth.one_time_tokens where user_id = ${userId})
          + (select count(*) from auth.oauth_consents where user_id = ${userId})
          + (select count(*) from auth.users
              where id = ${userId} and (email_change <> '' or phone is not null)))::int as others`,
    Holdings,
  )

/** Signs in by a mail of this kind and returns the response of the verification. */
async function proveByMail(app: AuthApp, email: string, path: '/otp' | '/recover') {
  await app.call('POST', path, { body: { email } })
  const { code } = await app.mailTo(email)
  const type = path === '/otp' ? 'email' : 'recovery'
  return app.call('POST', '/verify', { body: { type, email, token: code } })
}

async function squat(email: string, code?: string) {
  const { body } = await automatic.call('POST', '/signup', {
    body: { email, password: PASSWORD, data: { planted: true } },
  })
  const userId = String(body['user'].id)
  await collect(userId, code)
  return { userId, session: body }
}

describe('an account that a stranger made with somebody’s address', () => {
  it.each(['/otp', '/recover'] as const)(
    'loses everything when the mailbox first proves it with %s',
    async (path) => {
      const email = `victim-${randomUUID()}@example.com`
      const { userId, session } = await squat(email, email)
      const { status, body } = await proveByMail(automatic, email, path)
      expect([status, body['user'].id]).toEqual([200, userId])
      expect(await holdingsOf(userId)).toEqual({
        identities: ['email'],
        others: 0,
        sessions: 1,
        metadata: { sub: userId, email, email_verified: true },
      })
      const refresh = await automatic.call('POST', '/token?grant_type=refresh_token', {
        body: { refresh_token: session['refresh_token'] },
      })
      const exchange = await automatic.call('POST', '/token?grant_type=pkce', {
        body: { auth_code: email, code_verifier: 'v' },
      })
      const old = await automatic.call('GET', '/user', { as: session['access_token'] })
      const answers = [refresh, exchange, old, await signIn(automatic, email)]
      expect(answers.map((answer) => answer.body['error_code'])).toEqual([
        'refresh_token_not_found',
        'flow_state_not_found',
        'session_not_found',
        'invalid_credentials',
      ])
    },
  )

  it('belongs to its owner from then on: later mails remove nothing', async () => {
    const email = `owner-${randomUUID()}@example.com`
    const { userId } = await squat(email)
    await proveByMail(automatic, email, '/recover')
    await collect(userId, randomUUID())
    const before = await holdingsOf(userId)
    await proveByMail(automatic, email, '/otp')
    const after = await holdingsOf(userId)
    expect(after).toMatchObject({ identities: ['custom:theirs', 'email'], sessions: 2 })
    // The proof ends the mails that were sent before it.
    expect(after.others).toBe(before.others - 1)
  })

  it('keeps its credentials when its holder verifies the mailbox while signed in', async () => {
    const email = `nonce-${randomUUID()}@example.com`
    const strict = createAuthApp(test, {
      settings: { security_update_password_require_reauthentication: true },
    })
    const { body } = await strict.call('POST', '/signup', {
      body: { email, password: PASSWORD, data: { mine: true } },
    })
    const as = String(body['access_token'])
    strict.pass(25 * 3600)
    const { body: renewed } = await strict.call('POST', '/token?grant_type=refresh_token', {
      body: { refresh_token: body['refresh_token'] },
    })
    expect(as).not.toBe('')
    await strict.call('GET', '/reauthenticate', { as: renewed['access_token'] })
    const { code } = await strict.mailTo(email)
    const changed = await strict.call('PUT', '/user', {
      as: renewed['access_token'],
      body: { password: 'a better one', nonce: code },
    })
    expect(changed.status).toBe(200)
    const { body: later } = await proveByMail(strict, email, '/recover')
    expect(later['user'].user_metadata).toMatchObject({ mine: true })
    expect((await signIn(strict, email, 'a better one')).status).toBe(200)
  })
})

describe('an account that waits for the mail of its sign-up', () => {
  const verify = (email: string, token: string) =>
    confirming.call('POST', '/verify', { body: { type: 'signup', email, token } })

  it('keeps the password and metadata of the sign-up, and nothing else', async () => {
    const email = `fresh-${randomUUID()}@example.com`
    const { body } = await confirming.call('POST', '/signup', {
      body: { email, password: PASSWORD, data: { mine: true } },
    })
    const { code } = await confirming.mailTo(email)
    await collect(body['id'])
    const verified = await verify(email, code)
    expect(verified.body).not.toHaveProperty('password_removed')
    expect(await holdingsOf(body['id'])).toMatchObject({
      identities: ['email'],
      others: 0,
      metadata: { mine: true },
    })
    expect((await signIn(confirming, email)).status).toBe(200)
  })

  it('has no password if a stranger signed up with the address before its owner', async () => {
    const email = `trojan-${randomUUID()}@example.com`
    await confirming.call('POST', '/signup', { body: { email, password: PASSWORD } })
    await confirming.mailTo(email)
    await confirming.call('POST', '/signup', { body: { email, password: 'of the owner' } })
    const { code } = await confirming.mailTo(email)
    expect((await verify(email, code)).body).toMatchObject({ password_removed: true })
    for (const password of [PASSWORD, 'of the owner'])
      expect((await signIn(confirming, email, password)).status).toBe(400)
  })

  it('has no metadata of a stranger who requested a sign-in link before its owner', async () => {
    const email = `planted-${randomUUID()}@example.com`
    await confirming.call('POST', '/otp', { body: { email, data: { planted: true } } })
    await confirming.mailTo(email)
    const { body } = await proveByMail(confirming, email, '/otp')
    expect(body['user'].user_metadata).not.toHaveProperty('planted')
  })
})

it('keeps what an administrator put into an account, whichever proof comes first', async () => {
  const email = `made-${randomUUID()}@example.com`
  await confirming.call('POST', '/admin/users', {
    as: 'service',
    body: { email, password: PASSWORD, user_metadata: { team: 'red' } },
  })
  // A stranger cannot make it look like one of theirs.
  await confirming.call('POST', '/signup', { body: { email, password: 'guess of a stranger' } })
  await confirming.mailTo(email)
  const { body } = await proveByMail(confirming, email, '/recover')
  expect(body['user'].user_metadata).toMatchObject({ team: 'red' })
})

it('treats the address as verified if an administrator confirms it', async () => {
  const email = `vouched-${randomUUID()}@example.com`
  const { userId } = await squat(email)
  await automatic.call('PUT', `/admin/users/${userId}`, {
    as: 'service',
    body: { email_confirm: true },
  })
  const { body } = await proveByMail(automatic, email, '/recover')
  expect(body['user'].user_metadata).toMatchObject({ planted: true })
})
