import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AuthSettings } from '@stoa/contract/services/auth/settings'
import { createAuthApp, type AuthApp } from '../../../../test/auth/app.ts'
import { createTestProject, type TestProject } from '../../../../test/project.ts'

let test: TestProject
beforeAll(async () => {
  test = await createTestProject()
})
afterAll(() => test.stop())

const password = 'correct horse'
const open = (settings: Partial<AuthSettings> = {}) =>
  createAuthApp(test, { settings: { external_phone_enabled: true, ...settings } })

let last = 0
/** A number that no other test uses, as people type it and as accounts store it. */
function newPhone() {
  last += 1
  const digits = `4915100000${String(last).padStart(3, '0')}`
  return { typed: `+49 151 00000${String(last).padStart(3, '0')}`, digits }
}

const codeTo = async (app: AuthApp, digits: string) => (await app.mailTo(`+${digits}`)).code

it('signs up with a number, confirms it with the code, and signs in with the password', async () => {
  const app = open()
  const phone = newPhone()
  const created = await app.call('POST', '/signup', {
    body: { phone: phone.typed, password, data: { name: 'Ada' } },
  })
  expect([created.status, created.body]).toMatchObject([
    200,
    {
      phone: phone.digits,
      email: '',
      app_metadata: { provider: 'phone', providers: ['phone'] },
      user_metadata: { name: 'Ada', phone: phone.digits, phone_verified: false },
      identities: [{ provider: 'phone' }],
    },
  ])
  const signIn = () =>
    app.call('POST', '/token?grant_type=password', { body: { phone: phone.typed, password } })
  expect((await signIn()).body['error_code']).toBe('phone_not_confirmed')
  const token = await codeTo(app, phone.digits)
  const wrong = await app.call('POST', '/verify', {
    body: { type: 'sms', phone: phone.typed, token: token === '000000' ? '111111' : '000000' },
  })
  expect([wrong.status, wrong.body]).toEqual([
    403,
    { code: 403, error_code: 'otp_expired', msg: 'Token has expired or is invalid' },
  ])
  const body = { type: 'sms', phone: phone.digits, token }
  const both = await Promise.all([
    app.call('POST', '/verify', { body }),
    app.call('POST', '/verify', { body }),
  ])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
  const verified = both.find(({ status }) => status === 200)?.body
  expect(verified?.['user']).toMatchObject({
    phone: phone.digits,
    phone_confirmed_at: expect.any(String),
    user_metadata: { phone_verified: true },
  })
  expect((await signIn()).status).toBe(200)
})

it('gives a sign-up with a known number the same response as one with a new number', async () => {
  const app = open({ sms_max_frequency: 0 })
  const phone = newPhone()
  await app.call('POST', '/signup', { body: { phone: phone.digits, password } })
  const token = await codeTo(app, phone.digits)
  await app.call('POST', '/verify', { body: { type: 'sms', phone: phone.digits, token } })
  const again = await app.call('POST', '/signup', { body: { phone: phone.digits, password } })
  const fresh = await app.call('POST', '/signup', { body: { phone: newPhone().digits, password } })
  expect([again.status, Object.keys(again.body)]).toEqual([200, Object.keys(fresh.body)])
})

it('returns a session at once with sms_autoconfirm', async () => {
  const app = open({ sms_autoconfirm: true })
  const body = { phone: newPhone().digits, password }
  const created = await app.call('POST', '/signup', { body })
  expect([created.status, created.body['user'].phone]).toEqual([200, body.phone])
  const again = await app.call('POST', '/signup', { body })
  expect([again.status, again.body['error_code']]).toEqual([422, 'user_already_exists'])
})

it('signs in with a code, creates the account, and rejects expired codes', async () => {
  const app = open({ sms_otp_exp: 60, sms_otp_length: 8, sms_template: 'Dein code: {{ .Code }}!' })
  const phone = newPhone()
  const sent = await app.call('POST', '/otp', { body: { phone: phone.typed } })
  expect([sent.status, sent.body]).toEqual([200, {}])
  const mail = await app.mailTo(`+${phone.digits}`)
  expect(mail.text).toMatch(/^Dein code: \d{8}!$/)
  app.pass(61)
  const late = await app.call('POST', '/verify', {
    body: { type: 'sms', phone: phone.digits, token: mail.code },
  })
  expect(late.body['error_code']).toBe('otp_expired')
  await app.call('POST', '/otp', { body: { phone: phone.typed } })
  const token = await codeTo(app, phone.digits)
  const session = await app.call('POST', '/verify', {
    body: { type: 'sms', phone: phone.digits, token },
  })
  expect(session.body['user']).toMatchObject({ phone: phone.digits, role: 'authenticated' })
})

it('neither creates an account nor reveals one if create_user is false', async () => {
  const app = open()
  const phone = newPhone()
  const sent = await app.call('POST', '/otp', { body: { phone: phone.digits, create_user: false } })
  expect([sent.status, sent.body]).toEqual([200, {}])
  const users = await app.call('GET', `/admin/users?filter=${phone.digits}`, { as: 'service' })
  expect(users.body['users']).toEqual([])
})

it('changes the number once the new one is confirmed', async () => {
  const app = open({ sms_autoconfirm: false, mailer_autoconfirm: true })
  const phone = newPhone()
  const email = `${phone.digits}@example.com`
  const { body: session } = await app.call('POST', '/signup', { body: { email, password } })
  const as = session['access_token']
  const changed = await app.call('PUT', '/user', { as, body: { phone: phone.typed } })
  expect(changed.body).toMatchObject({ new_phone: phone.digits, phone: '' })
  const token = await codeTo(app, phone.digits)
  const done = await app.call('POST', '/verify', {
    body: { type: 'phone_change', phone: phone.digits, token },
  })
  expect(done.body['user']).toMatchObject({
    phone: phone.digits,
    app_metadata: { provider: 'email', providers: ['email', 'phone'] },
  })
  expect(done.body['user'].new_phone).toBeUndefined()
  const other = await app.call('POST', '/signup', {
    body: { email: `b${email}`, password },
  })
  const taken = await app.call('PUT', '/user', {
    as: other.body['access_token'],
    body: { phone: phone.digits },
  })
  expect([taken.status, taken.body['error_code']]).toEqual([422, 'phone_exists'])
})

it('makes an anonymous account permanent with a confirmed number', async () => {
  const app = open({ external_anonymous_users_enabled: true })
  const phone = newPhone()
  const { body: session } = await app.call('POST', '/signup', { body: {} })
  expect(session['user'].is_anonymous).toBe(true)
  const as = session['access_token']
  await app.call('PUT', '/user', { as, body: { phone: phone.digits, password } })
  const token = await codeTo(app, phone.digits)
  const done = await app.call('POST', '/verify', {
    body: { type: 'phone_change', phone: phone.digits, token },
  })
  expect(done.body['user']).toMatchObject({
    id: session['user'].id,
    is_anonymous: false,
    phone: phone.digits,
  })
  const signedIn = await app.call('POST', '/token?grant_type=password', {
    body: { phone: phone.digits, password },
  })
  expect(signedIn.status).toBe(200)
})

it('sends one message per sms_max_frequency to known and unknown numbers', async () => {
  const app = createAuthApp(test, {
    settings: { external_phone_enabled: true, sms_max_frequency: 30 },
    limits: { smsByAddress: { burst: 1, perMinute: 2 } },
  })
  const { digits: phone } = newPhone()
  expect((await app.call('POST', '/otp', { body: { phone } })).status).toBe(200)
  const refused = await app.call('POST', '/otp', { body: { phone } })
  expect([refused.status, refused.body]).toEqual([
    429,
    {
      code: 429,
      error_code: 'over_sms_send_rate_limit',
      msg: 'For security purposes, you can only request this after 30 seconds.',
    },
  ])
  app.pass(30)
  expect((await app.call('POST', '/otp', { body: { phone } })).status).toBe(200)
})

it('accepts the fixed code of a test number and sends no message', async () => {
  const { digits: phone } = newPhone()
  const until = new Date(Date.now() + 3_600_000).toISOString()
  const app = open({ sms_test_otp: `${phone}=123456`, sms_test_otp_valid_until: until })
  const sent = await app.call('POST', '/otp', { body: { phone } })
  expect([sent.body, app.mails]).toEqual([{ message_id: 'test-otp' }, []])
  const verify = () =>
    app.call('POST', '/verify', { body: { type: 'sms', phone, token: '123456' } })
  expect((await verify()).status).toBe(200)
  app.pass(3601)
  expect((await verify()).status).toBe(403)
})

it.each([
  ['/signup', { phone: '123abc', password }, 400, 'validation_failed'],
  ['/signup', { phone: '+4915112345678', password, channel: 'fax' }, 400, 'validation_failed'],
  ['/signup', { phone: '+4915112345678', email: 'a@b.co', password }, 400, 'validation_failed'],
  ['/otp', { phone: '0151' }, 400, 'validation_failed'],
  ['/otp', {}, 400, 'validation_failed'],
  ['/otp', { email: 'a@b.co', channel: 'sms' }, 400, 'validation_failed'],
  ['/verify', { type: 'fax', phone: '4915112345678', token: '123456' }, 400, 'validation_failed'],
  ['/verify', { type: 'sms', phone: '4915112345679', token: '123456' }, 403, 'otp_expired'],
  ['/resend', { type: 'sms' }, 400, 'validation_failed'],
])('POST %s of %j responds with %s %s', async (path, body, status, code) => {
  const answer = await open().call('POST', path, { body })
  expect([answer.status, answer.body['error_code']]).toEqual([status, code])
})

it.each([
  ['/signup', { phone: '+4915112345678', password }, 400],
  ['/otp', { phone: '+4915112345678' }, 400],
  ['/token?grant_type=password', { phone: '+4915112345678', password }, 422],
  ['/resend', { type: 'sms', phone: '+4915112345678' }, 400],
])('POST %s is refused while numbers are disabled', async (path, body, status) => {
  const answer = await open({ external_phone_enabled: false }).call('POST', path, { body })
  expect([answer.status, answer.body['error_code']]).toEqual([status, 'phone_provider_disabled'])
})

it.each([
  ['/signup', { email: 'a@example.com', password }, 400],
  ['/otp', { email: 'a@example.com' }, 422],
  ['/magiclink', { email: 'a@example.com' }, 400],
  ['/recover', { email: 'a@example.com' }, 400],
  ['/resend', { type: 'signup', email: 'a@example.com' }, 400],
  ['/token?grant_type=password', { email: 'a@example.com', password }, 422],
])('POST %s is refused while email addresses are disabled', async (path, body, status) => {
  const answer = await open({ external_email_enabled: false }).call('POST', path, { body })
  expect([answer.status, answer.body['error_code']]).toEqual([status, 'email_provider_disabled'])
})

it('sends a pending code again', async () => {
  const app = open({ sms_max_frequency: 0 })
  const { digits: phone } = newPhone()
  await app.call('POST', '/signup', { body: { phone, password } })
  await codeTo(app, phone)
  const again = await app.call('POST', '/resend', { body: { type: 'sms', phone } })
  expect([again.status, again.body]).toEqual([200, {}])
  const body = { type: 'sms', phone, token: await codeTo(app, phone) }
  // The code is stored after it was sent.
  await expect
    .poll(async () => (await app.call('POST', '/verify', { body })).status, { timeout: 10_000 })
    .toBe(200)
})

it('removes a password that a stranger chose before the owner of the number signed in', async () => {
  const app = open({ sms_max_frequency: 0 })
  const { digits: phone } = newPhone()
  await app.call('POST', '/signup', { body: { phone, password } })
  await codeTo(app, phone)
  await app.call('POST', '/otp', { body: { phone } })
  const token = await codeTo(app, phone)
  const verified = await app.call('POST', '/verify', { body: { type: 'sms', phone, token } })
  expect(verified.status).toBe(200)
  const stranger = await app.call('POST', '/token?grant_type=password', {
    body: { phone, password },
  })
  expect(stranger.body['error_code']).toBe('invalid_credentials')
})

it('gives a number to only one of two users who request it at the same time', async () => {
  const app = open({ sms_autoconfirm: true })
  const body = { phone: newPhone().digits, password }
  const outcomes = await Promise.all([
    app.call('POST', '/signup', { body }),
    app.call('POST', '/signup', { body }),
  ])
  expect(outcomes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  const { digits: phone } = newPhone()
  const people = await Promise.all(
    ['one', 'two'].map(async (name) => {
      const { body: session } = await app.call('POST', '/signup', {
        body: { email: `${name}-${phone}@example.com`, password },
      })
      return String(session['access_token'])
    }),
  )
  const changes = await Promise.all(
    people.map((as) => app.call('PUT', '/user', { as, body: { phone } })),
  )
  expect(changes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  expect(changes.find(({ status }) => status === 422)?.body['error_code']).toBe('phone_exists')
})

it('creates one account when a new number requests two codes at the same time', async () => {
  const app = open({ sms_max_frequency: 0 })
  const { digits: phone } = newPhone()
  const sent = await Promise.all([
    app.call('POST', '/otp', { body: { phone } }),
    app.call('POST', '/otp', { body: { phone } }),
  ])
  expect(sent.map(({ status }) => status)).toEqual([200, 200])
  const { body } = await app.call('GET', `/admin/users?filter=${phone}`, { as: 'service' })
  expect(body['users']).toHaveLength(1)
})
