import type { AuthSettings } from '@stoa/contract/services/auth/settings'
import { generateSync } from 'otplib'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createAuthApp, type AuthApp } from '../../../../test/auth/app.ts'
import { createTestProject, type TestProject } from '../../../../test/project.ts'
import { sql } from '../../../postgres/sql.ts'

let project: TestProject
const apps: AuthApp[] = []

beforeAll(async () => {
  project = await createTestProject()
})
afterEach(async () => {
  await Promise.all(apps.splice(0).map(({ app }) => app.close()))
})
afterAll(() => project.stop())

const HOUR = 3600
const person = { email: 'ada@example.com', password: 'a long password' }

function open(settings: Partial<AuthSettings>): AuthApp {
  const app = createAuthApp(project, { settings })
  apps.push(app)
  return app
}

async function signIn(app: AuthApp): Promise<string> {
  await app.call('POST', '/signup', { body: person })
  const { body } = await app.call('POST', '/token?grant_type=password', { body: person })
  return String(body['refresh_token'])
}

async function refresh(app: AuthApp, token: string) {
  const { status, body } = await app.call('POST', '/token?grant_type=refresh_token', {
    body: { refresh_token: token },
  })
  return status === 200 ? String(body['refresh_token']) : `${body['error_code']}: ${body['msg']}`
}

const EXPIRED = 'session_expired: Invalid Refresh Token: Session Expired'

it('ends after the maximum time of the settings, even if it is used', async () => {
  const app = open({ sessions_timebox: 2 })
  let token = await signIn(app)
  app.pass(HOUR)
  token = await refresh(app, token)
  app.pass(HOUR + 1)
  expect(await refresh(app, token)).toBe(EXPIRED)
})

it('ends after a time without a refresh', async () => {
  const app = open({ sessions_inactivity_timeout: 1 })
  let token = await signIn(app)
  for (let round = 0; round < 3; round += 1) {
    app.pass(HOUR - 60)
    token = await refresh(app, token)
  }
  app.pass(HOUR + 1)
  expect(await refresh(app, token)).toBe(`${EXPIRED} (Inactivity)`)
})

it('ends when the person signs in elsewhere, if one session is allowed', async () => {
  const app = open({ sessions_single_per_user: true })
  const first = await signIn(app)
  app.pass(1)
  const second = await signIn(app)
  expect(await refresh(app, first)).toBe(`${EXPIRED} (Revoked by Newer Login)`)
  expect(await refresh(app, second)).not.toContain('session_expired')
})

it('ends when the person signs in elsewhere with the same tag, if one session is allowed', async () => {
  const app = open({ sessions_single_per_user: true, sessions_tags: 'web, phone' })
  const database = project.database.as('supabase_auth_admin')
  await database.run(sql`delete from auth.sessions`)
  const first = await signIn(app)
  app.pass(1)
  const second = await signIn(app)
  const tagSecond = (tag: string) =>
    database.run(sql`update auth.sessions set tag = ${tag} where created_at =
      (select max(created_at) from auth.sessions)`)
  await tagSecond('phone')
  const third = await refresh(app, first)
  expect(third).not.toContain('session_expired')
  // An unknown tag counts as the first one, like none.
  await tagSecond('unknown')
  expect(await refresh(app, third)).toBe(`${EXPIRED} (Revoked by Newer Login)`)
  expect(await refresh(app, second)).not.toContain('session_expired')
})

it('continues after the reuse of an old token if rotation does not end the session', async () => {
  const app = open({ refresh_token_rotation_enabled: false })
  const first = await signIn(app)
  const second = await refresh(app, first)
  app.pass(HOUR)
  expect(await refresh(app, first)).toContain('refresh_token_already_used')
  expect(await refresh(app, second)).not.toContain(':')
})

it('ends after 15 minutes at aal1 if the account has a second factor and the settings say so', async () => {
  const app = open({ mfa_allow_low_aal: false })
  const withFactor = { email: 'eve@example.com', password: 'a long password' }
  const client = app.client()
  await client.auth.signUp(withFactor)
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp' })
  const code = generateSync({
    secret: data?.totp.secret ?? '',
    epoch: Math.floor(app.now().getTime() / 1000),
  })
  await client.auth.mfa.challengeAndVerify({ factorId: data?.id ?? '', code })
  const plain = await signIn(app)
  const { body } = await app.call('POST', '/token?grant_type=password', { body: withFactor })
  app.pass(15 * 60 - 1)
  const low = await refresh(app, String(body['refresh_token']))
  expect(low).not.toContain(':')
  app.pass(2)
  expect(await refresh(app, low)).toBe(`${EXPIRED} (Low AAL: User Needs MFA Verification)`)
  expect(await refresh(app, plain)).not.toContain(':')
  expect((await client.auth.refreshSession()).error).toBeNull()
})
