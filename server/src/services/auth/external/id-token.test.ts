import { createHash, createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuthApp, type AuthApp } from '../../../../test/auth/app.ts'
import { createTestProject, type TestProject } from '../../../../test/project.ts'

const GOOGLE = 'https://accounts.google.com'
const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 })
const jwk = { ...pair.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }

let test: TestProject
let auth: AuthApp
let fetched = 0
beforeAll(async () => {
  test = await createTestProject()
  auth = createAuthApp(test, {
    settings: {
      external_google_enabled: true,
      external_google_client_id: 'web,android',
      external_google_secret: 'hidden',
      external_google_additional_client_ids: 'ios',
      security_manual_linking_enabled: true,
    },
    // Replaces Google, because only Google can sign tokens with its real keys.
    outgoing: {
      resolve: async () => '127.0.0.1',
      request: async ({ url }) => {
        fetched += 1
        const status = url === 'https://www.googleapis.com/oauth2/v3/certs' ? 200 : 404
        return { status, headers: {}, body: JSON.stringify({ keys: [jwk] }) }
      },
    },
  })
})
afterAll(() => test.stop())

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const seconds = () => Math.floor(auth.now().getTime() / 1000)

const claimsOf = (change: object = {}) => ({
  iss: GOOGLE,
  aud: 'web',
  sub: 'person-1',
  email: 'ada@example.com',
  email_verified: true,
  name: 'Ada',
  iat: seconds(),
  exp: seconds() + 3600,
  ...change,
})

function signed(claims: object, key: KeyObject = pair.privateKey, head: object = {}): string {
  const input = `${encode({ alg: 'RS256', kid: 'one', ...head })}.${encode(claims)}`
  return `${input}.${sign('sha256', Buffer.from(input), key).toString('base64url')}`
}

const send = (token: string, more: object = {}, as = 'anon') =>
  auth.call('POST', '/token?grant_type=id_token', {
    body: { provider: 'google', id_token: token, ...more },
    as,
  })

describe('signing in with an ID token', () => {
  it.each(['web', 'android', 'ios', ['other', 'web']])('accepts the audience %s', async (aud) => {
    const { data, error } = await auth
      .client()
      .auth.signInWithIdToken({ provider: 'google', token: signed(claimsOf({ aud })) })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      email: 'ada@example.com',
      app_metadata: { provider: 'google', providers: ['google'] },
      user_metadata: { full_name: 'Ada', sub: 'person-1' },
    })
  })

  it.each([
    ['of another client', () => signed(claimsOf({ aud: 'stranger' }))],
    ['of another issuer', () => signed(claimsOf({ iss: 'https://evil.example.com' }))],
    ['that has expired', () => signed(claimsOf({ exp: seconds() - 3600 }))],
    ['without an expiry', () => signed(claimsOf({ exp: undefined }))],
    ['without a subject', () => signed(claimsOf({ sub: undefined }))],
    ['that somebody else signed', () => signed(claimsOf(), stranger.privateKey)],
    ['with an unknown key', () => signed(claimsOf(), pair.privateKey, { kid: 'two' })],
    ['without a signature', () => `${encode({ alg: 'none' })}.${encode(claimsOf())}.`],
    [
      'signed with the public key as a secret',
      () => {
        const input = `${encode({ alg: 'HS256', kid: 'one' })}.${encode(claimsOf())}`
        const secret = pair.publicKey.export({ format: 'pem', type: 'spki' })
        return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
      },
    ],
    ['that is no token', () => 'hello'],
  ])('refuses a token %s', async (_, make) => {
    const answer = await send(make())
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid request' } })
    expect(answer.body['access_token']).toBeUndefined()
  })

  it('requires the nonce of the token', async () => {
    const nonce = createHash('sha256').update('mine').digest('hex')
    expect((await send(signed(claimsOf({ nonce })), { nonce: 'mine' })).status).toBe(200)
    expect((await send(signed(claimsOf({ nonce })), { nonce: 'other' })).body).toEqual({
      error: 'invalid nonce',
      error_description: 'Nonces mismatch',
    })
    expect((await send(signed(claimsOf({ nonce })))).status).toBe(400)
    expect((await send(signed(claimsOf()), { nonce: 'mine' })).status).toBe(400)
  })

  it('requires the access token that the token names', async () => {
    const half = createHash('sha256').update('access').digest().subarray(0, 16)
    const token = signed(claimsOf({ at_hash: half.toString('base64url') }))
    expect((await send(token, { access_token: 'access' })).status).toBe(200)
    expect((await send(token, { access_token: 'other' })).status).toBe(400)
  })

  it('fetches the keys again for an unknown one, but not each time', async () => {
    auth.pass(120)
    const before = fetched
    for (let attempt = 0; attempt < 5; attempt += 1)
      await send(signed(claimsOf(), pair.privateKey, { kid: `invented-${attempt}` }))
    expect(fetched - before).toBe(1)
  })

  it('refuses providers that are off or unknown', async () => {
    for (const provider of ['apple', 'nobody'])
      expect((await send(signed(claimsOf()), { provider })).body['error_code']).toBe(
        'validation_failed',
      )
  })

  it('links the identity to the signed-in account', async () => {
    const { data } = await auth.client().auth.signInAnonymously()
    expect(data.session).toBeNull()
    const client = auth.client()
    await client.auth.signUp({ email: 'bob@example.com', password: 'correct horse' })
    const token = signed(claimsOf({ sub: 'person-2', email: 'bob.other@example.com' }))
    const linked = await client.auth.linkIdentity({ provider: 'google', token })
    expect(linked.error).toBeNull()
    const { data: identities } = await client.auth.getUserIdentities()
    expect(identities?.identities.map(({ provider }) => provider).sort()).toEqual([
      'email',
      'google',
    ])
  })
})
