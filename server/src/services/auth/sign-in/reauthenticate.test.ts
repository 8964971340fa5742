import { hash as bcryptHash } from '@node-rs/bcrypt'
import { hash as argonHash } from '@node-rs/argon2'
import type { AuthSettings } from '@stoa/contract/services/auth/settings'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { createAuthApp, type AuthApp } from '../../../../test/auth/app.ts'
import { sql } from '../../../postgres/sql.ts'
import { createTestProject, type TestProject } from '../../../../test/project.ts'

let test: TestProject
beforeAll(async () => {
  test = await createTestProject()
})
afterAll(() => test.stop())

const password = 'correct horse'
const DAY = 24 * 3600
const open = (settings: Partial<AuthSettings> = {}) =>
  createAuthApp(test, { settings: { jwt_exp: 604_800, ...settings } })

async function signedUp(app: AuthApp, email: string) {
  const { body } = await app.call('POST', '/signup', { body: { email, password } })
  return String(body['access_token'])
}

const setPassword = (app: AuthApp, as: string, body: Record<string, string>) =>
  app.call('PUT', '/user', { as, body: { password: 'battery staple', ...body } })

it('requires a nonce a day after signing in, and accepts it once', async () => {
  const app = open({ security_update_password_require_reauthentication: true })
  const email = 'nonce@example.com'
  const as = await signedUp(app, email)
  app.pass(DAY + 1)
  const needed = await setPassword(app, as, {})
  expect([needed.status, needed.body]).toEqual([
    400,
    {
      code: 400,
      error_code: 'reauthentication_needed',
      msg: 'Password update requires reauthentication',
    },
  ])
  const sent = await app.call('GET', '/reauthenticate', { as })
  expect([sent.status, sent.body]).toEqual([200, {}])
  const { code, text } = await app.mailTo(email)
  expect(text).not.toContain('http')
  const wrong = await setPassword(app, as, { nonce: code === '000000' ? '111111' : '000000' })
  expect([wrong.status, wrong.body['error_code']]).toEqual([422, 'reauthentication_not_valid'])
  const outcomes = await Promise.all([
    setPassword(app, as, { nonce: code }),
    setPassword(app, as, { nonce: code }),
  ])
  expect(outcomes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
})

it('requires no nonce within a day of signing in', async () => {
  const app = open({ security_update_password_require_reauthentication: true })
  const as = await signedUp(app, 'fresh@example.com')
  expect((await setPassword(app, as, {})).status).toBe(200)
})

it('refuses a nonce of another account and one that is too old', async () => {
  const app = open({
    security_update_password_require_reauthentication: true,
    mailer_otp_exp: 600,
  })
  const [ada, bob] = [
    await signedUp(app, 'ada@example.com'),
    await signedUp(app, 'bob@example.com'),
  ]
  app.pass(DAY + 1)
  await app.call('GET', '/reauthenticate', { as: ada })
  const { code } = await app.mailTo('ada@example.com')
  expect((await setPassword(app, bob, { nonce: code })).status).toBe(422)
  app.pass(601)
  expect((await setPassword(app, ada, { nonce: code })).status).toBe(422)
})

it('sends the nonce to the phone of an account without a mailbox', async () => {
  const app = open({
    external_phone_enabled: true,
    sms_autoconfirm: true,
    security_update_password_require_reauthentication: true,
  })
  const phone = '4915200000001'
  const { body } = await app.call('POST', '/signup', { body: { phone, password } })
  const as = String(body['access_token'])
  app.pass(DAY + 1)
  expect((await app.call('GET', '/reauthenticate', { as })).status).toBe(200)
  const { code } = await app.mailTo(`+${phone}`)
  expect((await setPassword(app, as, { nonce: code })).status).toBe(200)
})

it('refuses to send a nonce to an account without an address', async () => {
  const app = open({ external_anonymous_users_enabled: true })
  const { body } = await app.call('POST', '/signup', { body: {} })
  const refused = await app.call('GET', '/reauthenticate', { as: body['access_token'] })
  expect([refused.status, refused.body['error_code']]).toEqual([400, 'validation_failed'])
  expect((await app.call('GET', '/reauthenticate', { as: 'anon' })).status).toBe(403)
})

it('requires the current password, except in a session from a mail', async () => {
  const app = open({ security_update_password_require_current_password: true })
  const email = 'current@example.com'
  const as = await signedUp(app, email)
  const missing = await setPassword(app, as, {})
  expect([missing.status, missing.body['error_code']]).toEqual([400, 'current_password_required'])
  const wrong = await setPassword(app, as, { current_password: 'wrong' })
  expect([wrong.status, wrong.body['error_code']]).toEqual([400, 'current_password_invalid'])
  expect((await setPassword(app, as, { current_password: password })).status).toBe(200)
  await app.call('POST', '/recover', { body: { email } })
  const { code } = await app.mailTo(email)
  const { body } = await app.call('POST', '/verify', {
    body: { type: 'recovery', email, token: code },
  })
  const reset = await app.call('PUT', '/user', {
    as: body['access_token'],
    body: { password: 'another one' },
  })
  expect(reset.status).toBe(200)
})

it('replaces the hash of another system at the first sign-in', async () => {
  const app = open()
  const hash = await argonHash(password, {
    memoryCost: 8192,
    timeCost: 2,
  })
  const email = 'moved@example.com'
  await app.call('POST', '/admin/users', {
    as: 'service',
    body: { email, password_hash: hash, email_confirm: true },
  })
  const signIn = () => app.call('POST', '/token?grant_type=password', { body: { email, password } })
  const stored = async () => {
    const { hash: found } = await app.project.database
      .as('supabase_auth_admin')
      .one(
        sql`select encrypted_password as hash from auth.users where email = ${email}`,
        z.object({ hash: z.string() }),
      )
    return found.slice(0, 7)
  }
  expect(await stored()).toBe('$argon2')
  expect((await signIn()).status).toBe(200)
  expect(await stored()).toBe('$2a$10$')
  expect((await signIn()).status).toBe(200)
})

it('keeps bcrypt hashes of other costs', async () => {
  const app = open()
  const email = 'bcrypt@example.com'
  const hash = await bcryptHash(password, { cost: 4 })
  await app.call('POST', '/admin/users', {
    as: 'service',
    body: { email, password_hash: hash, email_confirm: true },
  })
  const signedIn = await app.call('POST', '/token?grant_type=password', {
    body: { email, password },
  })
  expect(signedIn.status).toBe(200)
})
