import type { AuthSettings } from '@stoa/contract/services/auth/settings'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAuthApp } from '../../../../test/auth/app.ts'
import { createTestProject, type TestProject } from '../../../../test/project.ts'
import type { Outgoing, OutgoingRequest } from '../../../lib/outgoing.ts'

let test: TestProject
beforeAll(async () => {
  test = await createTestProject()
})
afterAll(() => test.stop())

const password = 'correct horse'

/** External services, whose responses the test decides. */
function world(respond: (request: OutgoingRequest) => { status?: number; body: string }) {
  const sent: OutgoingRequest[] = []
  const outgoing: Outgoing = {
    resolve: async (host) => host,
    async request(request) {
      sent.push(request)
      return { status: 200, headers: {}, ...respond(request) }
    },
  }
  return { outgoing, sent }
}

const captcha: Partial<AuthSettings> = {
  security_captcha_enabled: true,
  security_captcha_provider: 'turnstile',
  security_captcha_secret: 'secret',
}
const solved = { gotrue_meta_security: { captcha_token: 'solved' } }

it('requires a solved CAPTCHA of strangers, but not of servers', async () => {
  const { outgoing, sent } = world(({ body }) => ({
    body: JSON.stringify(
      new URLSearchParams(body).get('response') === 'solved'
        ? { success: true }
        : { success: false, 'error-codes': ['invalid-input-response'] },
    ),
  }))
  const app = createAuthApp(test, { settings: captcha, outgoing })
  const body = { email: 'captcha@example.com', password }
  const missing = await app.call('POST', '/signup', { body })
  expect([missing.status, missing.body]).toEqual([
    400,
    {
      code: 400,
      error_code: 'captcha_failed',
      msg: 'captcha protection: request disallowed (no captcha_token found)',
    },
  ])
  const wrong = await app.call('POST', '/signup', {
    body: { ...body, gotrue_meta_security: { captcha_token: 'guess' } },
  })
  expect(wrong.body['msg']).toContain('invalid-input-response')
  expect((await app.call('POST', '/signup', { body: { ...body, ...solved } })).status).toBe(200)
  expect(sent[0]?.url).toBe('https://challenges.cloudflare.com/turnstile/v0/siteverify')
  expect(Object.fromEntries(new URLSearchParams(sent.at(-1)?.body))).toEqual({
    secret: 'secret',
    response: 'solved',
    remoteip: '127.0.0.1',
  })
  const byServer = await app.call('POST', '/token?grant_type=password', { body, as: 'service' })
  expect(byServer.status).toBe(200)
})

it.each([
  ['/signup', {}],
  ['/otp', { email: 'a@example.com' }],
  ['/magiclink', { email: 'a@example.com' }],
  ['/recover', { email: 'a@example.com' }],
  ['/resend', { type: 'signup', email: 'a@example.com' }],
  ['/token?grant_type=password', { email: 'a@example.com', password }],
])('guards %s with a CAPTCHA', async (path, body) => {
  const app = createAuthApp(test, { settings: captcha })
  expect((await app.call('POST', path, { body })).body['error_code']).toBe('captcha_failed')
})

it('requires no CAPTCHA to refresh a session or verify a code', async () => {
  const app = createAuthApp(test, { settings: captcha })
  const codes = await Promise.all([
    app.call('POST', '/token?grant_type=refresh_token', { body: { refresh_token: 'x' } }),
    app.call('POST', '/verify', { body: { type: 'email', email: 'a@example.com', token: '1' } }),
  ])
  expect(codes.map(({ body }) => body['error_code'])).toEqual([
    'refresh_token_not_found',
    'otp_expired',
  ])
})

const digest = createHash('sha1').update(password).digest('hex').toUpperCase()

it('refuses a password that is known from a breach, and sends the list only five digits', async () => {
  const { outgoing, sent } = world(() => ({
    body: `${'0'.repeat(35)}:3\r\n${digest.slice(5)}:42\r\n`,
  }))
  const app = createAuthApp(test, { settings: { password_hibp_enabled: true }, outgoing })
  const refused = await app.call('POST', '/signup', {
    body: { email: 'pwned@example.com', password },
  })
  expect([refused.status, refused.body]).toMatchObject([
    422,
    { error_code: 'weak_password', weak_password: { reasons: ['pwned'] } },
  ])
  expect(sent.map(({ url, body }) => [url, body])).toEqual([
    [`https://api.pwnedpasswords.com/range/${digest.slice(0, 5)}`, undefined],
  ])
})

it.each([
  ['has the password only as padding', { body: `${digest.slice(5)}:0` }],
  ['is down', { status: 503, body: '' }],
])('takes a password when the list %s', async (name, response) => {
  const { outgoing } = world(() => response)
  const app = createAuthApp(test, { settings: { password_hibp_enabled: true }, outgoing })
  const { status } = await app.call('POST', '/signup', {
    body: { email: `${name.slice(0, 2)}@example.com`, password },
  })
  expect(status).toBe(200)
})

it('counts by the limits of the project, and by the client that its server names', async () => {
  const app = createAuthApp(test, {
    settings: { rate_limit_token_refresh: 2, security_sb_forwarded_for_enabled: true },
    limits: 'of the settings',
  })
  const refresh = async (headers = {}, as = 'service') => {
    const { status } = await app.call('POST', '/token?grant_type=refresh_token', {
      body: { refresh_token: 'unknown' },
      as,
      headers,
    })
    return status
  }
  expect([await refresh(), await refresh(), await refresh()]).toEqual([400, 400, 429])
  const other = { 'sb-forwarded-for': '203.0.113.9' }
  expect(await refresh(other)).toBe(400)
  expect(await refresh(other, 'anon')).toBe(429)
  app.pass(150)
  expect(await refresh()).toBe(400)
})

it('also names the error in a header', async () => {
  const app = createAuthApp(test)
  const { headers } = await app.call('POST', '/token?grant_type=nonsense', { body: {} })
  expect(headers['x-sb-error-code']).toBe('invalid_credentials')
})

it('reports at sign-in that a password no longer meets the rules', async () => {
  const body = { email: 'older@example.com', password }
  await createAuthApp(test).call('POST', '/signup', { body })
  const stricter = createAuthApp(test, { settings: { password_min_length: 20 } })
  const signedIn = await stricter.call('POST', '/token?grant_type=password', { body })
  expect([signedIn.status, signedIn.body['weak_password']]).toEqual([
    200,
    { reasons: ['length'], message: 'Password should be at least 20 characters.' },
  ])
})
