import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createAuthApp, type AuthApp } from '../../../test/auth/app.ts'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { rawSql, sql } from '../../postgres/sql.ts'

const USER = 'a1000000-0000-4000-8000-000000000001'
const SESSION = 'a2000000-0000-4000-8000-000000000001'
const FACTOR = 'a3000000-0000-4000-8000-000000000001'
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const person = { email: 'ada@example.com', password: 'correct horse' }

let test: TestProject
let auth: AuthApp

/** Inserts the rows of an account as they appear in the dump of a hosted project. */
beforeAll(async () => {
  test = await createTestProject()
  auth = createAuthApp(test)
  await test.database.as('supabase_auth_admin').run(
    rawSql(`
      insert into auth.users (instance_id, id, aud, role, email, encrypted_password,
          email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
        values ('00000000-0000-0000-0000-000000000000', '${USER}', 'authenticated',
          'authenticated', '${person.email}',
          extensions.crypt('${person.password}', extensions.gen_salt('bf', 10)), now(),
          '{"provider": "email", "providers": ["email"]}', '{"name": "Ada"}');
      insert into auth.identities (provider_id, user_id, identity_data, provider)
        values ('${USER}', '${USER}', '{"sub": "${USER}", "email": "${person.email}"}', 'email');
      insert into auth.sessions (id, user_id, aal) values ('${SESSION}', '${USER}', 'aal1');
      insert into auth.refresh_tokens (instance_id, token, user_id, revoked, parent, session_id)
        values ('00000000-0000-0000-0000-000000000000', 'k3v5nq7x2mzp', '${USER}', false,
          null, '${SESSION}');
      insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret)
        values ('${FACTOR}', '${USER}', 'Phone', 'totp', 'verified', '${SECRET}');
    `),
  )
})
afterAll(() => test.stop())

const refresh = (token: string) =>
  auth.call('POST', '/token?grant_type=refresh_token', { body: { refresh_token: token } })

describe('the users of a restored project', () => {
  it('stay signed in, and their refresh tokens are stored as digests from then on', async () => {
    const first = await refresh('k3v5nq7x2mzp')
    expect(first).toMatchObject({ status: 200, body: { user: { id: USER } } })
    const tokens = await test.database
      .as('supabase_auth_admin')
      .many(sql`select token from auth.refresh_tokens`, z.object({ token: z.string() }))
    expect(tokens.map(({ token }) => token.length)).toEqual([64, 64])
    expect((await refresh(first.body['refresh_token'])).status).toBe(200)
    auth.pass(60)
    expect((await refresh('k3v5nq7x2mzp')).body['error_code']).toBe('refresh_token_already_used')
  })

  it('sign in with their password and authenticator app, whose secret is then encrypted', async () => {
    const client = auth.client()
    expect((await client.auth.signInWithPassword(person)).error).toBeNull()
    const code = generateSync({
      secret: SECRET,
      epoch: Math.floor(auth.now().getTime() / 1000),
    })
    const verified = await client.auth.mfa.challengeAndVerify({ factorId: FACTOR, code })
    expect(verified.error).toBeNull()
    const stored = await test.database
      .as('supabase_auth_admin')
      .one(sql`select secret from auth.mfa_factors`, z.object({ secret: z.string() }))
    expect(Buffer.from(stored.secret, 'base64').toString('latin1')).not.toContain(SECRET)
    expect(stored.secret).not.toContain(SECRET)
    auth.pass(30)
    const again = generateSync({ secret: SECRET, epoch: Math.floor(auth.now().getTime() / 1000) })
    const second = await client.auth.mfa.challengeAndVerify({ factorId: FACTOR, code: again })
    expect(second.error).toBeNull()
  })
})

it('does not take a stored digest for a refresh token', async () => {
  const { body } = await auth.call('POST', '/signup', {
    body: { email: 'bob@example.com', password: 'correct horse' },
  })
  const { token } = await test.database
    .as('supabase_auth_admin')
    .one(
      sql`select token from auth.refresh_tokens where user_id = ${String(body['user'].id)}`,
      z.object({ token: z.string() }),
    )
  expect((await refresh(token)).body['error_code']).toBe('refresh_token_not_found')
})
