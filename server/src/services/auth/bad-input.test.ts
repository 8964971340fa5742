import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuthApp, type AuthApp } from '../../../test/auth/app.ts'
import { createTestProject, type TestProject } from '../../../test/project.ts'

const SITE = 'https://site.example.com'
const EVIL = 'https://evil.example.com/'
const password = 'correct horse'

let test: TestProject
let other: TestProject
let auth: AuthApp
let stranger: AuthApp

beforeAll(async () => {
  const settings = { site_url: SITE, uri_allow_list: ['https://app.example.com/**'] }
  ;[test, other] = await Promise.all([createTestProject(), createTestProject()])
  auth = createAuthApp(test, { settings })
  stranger = createAuthApp(other, { settings })
})
afterAll(() => Promise.all([test.stop(), other.stop()]))

const signUp = async (app: AuthApp, email: string) => {
  const { body } = await app.call('POST', '/signup', { body: { email, password } })
  return { access: String(body['access_token']), refresh: String(body['refresh_token']) }
}
const refresh = (app: AuthApp, token: string) =>
  app.call('POST', '/token?grant_type=refresh_token', { body: { refresh_token: token } })

describe('an access token', () => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  /** The token with another header, re-signed. */
  const resigned = (
    token: string,
    header: object,
    signature: (text: string) => Buffer = () => Buffer.alloc(0),
  ) => {
    const text = `${encode(header)}.${token.split('.')[1]}`
    return `${text}.${signature(text).toString('base64url')}`
  }
  const hmac = (secret: string) => (text: string) =>
    createHmac('sha256', secret).update(text).digest()
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const ecdsa = (text: string) =>
    sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' })

  it.each<[string, (token: string) => string]>([
    ['without a signature', (token) => resigned(token, { alg: 'none', typ: 'JWT' })],
    ['with a guessed secret', (token) => resigned(token, { alg: 'HS256' }, hmac('secret'))],
    ['with a public key as the secret', (token) => resigned(token, { alg: 'HS256' }, hmac(pem))],
    [
      'with a key that it brings along',
      (token) => resigned(token, { alg: 'ES256', jwk: publicKey.export({ format: 'jwk' }) }, ecdsa),
    ],
    ['with the key of a stranger', (token) => resigned(token, { alg: 'ES256', kid: 'x' }, ecdsa)],
    [
      'with other claims',
      (token) => {
        const [header, , signature] = token.split('.')
        return `${header}.${encode({ sub: '00000000-0000-4000-8000-000000000001', role: 'service_role' })}.${signature}`
      },
    ],
  ])('is refused %s', async (_, forge) => {
    const { access } = await signUp(auth, `forged-${Math.random()}@example.com`)
    expect((await auth.call('GET', '/user', { as: access })).status).toBe(200)
    const answer = await auth.call('GET', '/user', { as: forge(access) })
    expect([answer.status, answer.body['error_code']]).toEqual([403, 'bad_jwt'])
  })

  it('is refused after it has expired, and after its user was deleted', async () => {
    const { access } = await signUp(auth, 'expired@example.com')
    const { body } = await auth.call('GET', '/user', { as: access })
    await auth.call('DELETE', `/admin/users/${String(body['id'])}`, { as: 'service' })
    expect((await auth.call('GET', '/user', { as: access })).status).toBe(403)
    const late = await signUp(auth, 'late@example.com')
    auth.pass(3700)
    expect((await auth.call('GET', '/user', { as: late.access })).body['error_code']).toBe(
      'bad_jwt',
    )
  })
})

it('rejects the tokens, keys, and codes of another project', async () => {
  const email = 'both@example.com'
  const [own, foreign] = [await signUp(auth, email), await signUp(stranger, email)]
  expect((await auth.call('GET', '/user', { as: foreign.access })).status).toBe(403)
  expect((await refresh(auth, foreign.refresh)).body['error_code']).toBe('refresh_token_not_found')
  expect(
    (await auth.call('GET', '/user', { as: stranger.project.keys.serviceRoleKey })).status,
  ).toBe(403)
  await stranger.call('POST', '/recover', { body: { email } })
  const { token } = await stranger.mailTo(email)
  const verified = await auth.call('POST', '/verify', {
    body: { type: 'recovery', token_hash: token },
  })
  expect(verified.body['error_code']).toBe('otp_expired')
  expect((await refresh(auth, own.refresh)).status).toBe(200)
})

it('accepts a link or a code only once, even in concurrent requests', async () => {
  const email = 'race@example.com'
  await signUp(auth, email)
  await auth.call('POST', '/recover', { body: { email } })
  const { token, code } = await auth.mailTo(email)
  const answers = await Promise.all(
    [
      { token_hash: token },
      { token: code, email },
      { token_hash: token },
      { token: code, email },
    ].map((proof) => auth.call('POST', '/verify', { body: { type: 'recovery', ...proof } })),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200, 403, 403, 403,
  ])
})

describe('an email address', () => {
  it('belongs to one account, ignoring its case and letters that look like ASCII', async () => {
    await signUp(auth, 'Mixed.Case@Example.COM')
    const again = await auth.call('POST', '/signup', {
      body: { email: 'mixed.CASE@example.com', password },
    })
    expect(again.body['error_code']).toBe('user_already_exists')
    for (const email of ['MIXED.CASE@EXAMPLE.COM', ' mixed.case@example.com '])
      expect(
        (await auth.call('POST', '/token?grant_type=password', { body: { email, password } }))
          .status,
      ).toBe(200)
    // The Kelvin sign becomes a k in lowercase, so only the owner of that address gets mail.
    await signUp(auth, 'mark@example.com')
    await auth.call('POST', '/recover', { body: { email: 'mar\u212A@example.com' } })
    expect((await auth.mailTo('mark@example.com')).to).toBe('mark@example.com')
  })

  it.each([
    'josé@example.com',
    'ａda@example.com',
    'ada@exämple.com',
    'a\u0307da\u200B@example.com',
    'İda@example.com',
  ])('cannot be %s', async (email) => {
    const { status, body } = await auth.call('POST', '/signup', { body: { email, password } })
    expect([status, body['error_code']]).toEqual([400, 'validation_failed'])
  })
})

describe('a redirect address that the project does not allow', () => {
  const admin = { as: 'service' } as const
  const mails: [string, string, object, { as?: string }][] = [
    ['POST', '/signup', { password }, {}],
    ['POST', '/otp', {}, {}],
    ['POST', '/magiclink', {}, {}],
    ['POST', '/recover', {}, {}],
    ['POST', '/resend', { type: 'signup' }, {}],
    ['POST', '/invite', {}, admin],
  ]
  it.each(mails)('is in no mail after %s %s', async (method, path, body, as) => {
    const app = createAuthApp(test, { settings: { site_url: SITE, mailer_autoconfirm: false } })
    const email = `redirect-${Math.random()}@example.com`
    if (path === '/recover')
      await app.call('POST', '/admin/users', { ...admin, body: { email, email_confirm: true } })
    if (path === '/resend') {
      await app.call('POST', '/signup', { body: { email, password } })
      await app.mailTo(email)
      app.pass(3600)
    }
    await app.call(method, `${path}?redirect_to=${encodeURIComponent(EVIL)}`, {
      body: { ...body, email, redirect_to: EVIL },
      headers: { referer: EVIL, origin: EVIL },
      ...as,
    })
    const { link, text } = await app.mailTo(email)
    expect(text).not.toContain('evil')
    expect(link.searchParams.get('redirect_to')).toBe(SITE)
  })

  it('is in no generated link of any type', async () => {
    for (const type of ['signup', 'invite', 'magiclink', 'recovery']) {
      const email = `generated-${type}@example.com`
      if (type === 'recovery' || type === 'magiclink') await signUp(auth, email)
      const { body } = await auth.call('POST', '/admin/generate_link', {
        as: 'service',
        body: { type, email, password, redirect_to: EVIL, options: { redirect_to: EVIL } },
      })
      expect(String(body['action_link'])).not.toContain('evil')
    }
  })

  it.each([
    `/verify?type=recovery&token=wrong&redirect_to=${EVIL}`,
    `/authorize?provider=github&redirect_to=${EVIL}`,
    `/callback?error=denied&state=unknown&redirect_to=${EVIL}`,
  ])('is not where GET %s leads', async (path) => {
    const { headers } = await auth.call('GET', path, { headers: { referer: EVIL } })
    expect(headers.location ?? SITE).not.toContain('//evil')
  })
})
