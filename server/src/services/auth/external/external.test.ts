import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuthApp, type AuthApp } from '../../../../test/auth/app.ts'
import { startIdentityProvider, type IdentityProvider } from '../../../../test/identity-provider.ts'
import { createTestProject, type TestProject } from '../../../../test/project.ts'

const APP = 'https://app.example.com/welcome'
const NAME = 'custom:local'

let test: TestProject
let auth: AuthApp
let idp: IdentityProvider
beforeAll(async () => {
  test = await createTestProject()
  auth = createAuthApp(test, {
    settings: {
      site_url: 'https://site.example.com',
      uri_allow_list: ['https://app.example.com/**'],
      security_manual_linking_enabled: true,
      mailer_autoconfirm: false,
    },
  })
  idp = await startIdentityProvider(`${test.project.apiUrl}/auth/v1/callback`)
  const { error } = await auth.client('service').auth.admin.customProviders.createProvider({
    provider_type: 'oidc',
    identifier: NAME,
    name: 'Local',
    client_id: idp.clientId,
    client_secret: idp.secret,
    issuer: idp.issuer,
    scopes: ['email', 'profile'],
    custom_claims_allowlist: ['groups'],
  })
  if (error) throw error
})
afterAll(async () => {
  await idp.stop()
  await test.stop()
})

const person = (id: string, more: object = {}) =>
  void idp.people.set(id, { email: `${id}@example.com`, email_verified: true, name: id, ...more })

type Start = { hint: string; params?: Record<string, string>; as?: string; path?: string }

async function begin({ hint, params = {}, as = '', path = '/authorize' }: Start): Promise<string> {
  const query = new URLSearchParams({
    provider: NAME,
    redirect_to: APP,
    login_hint: hint,
    ...params,
  }).toString()
  const answer = await auth.call('GET', `${path}?${query}`, { as })
  expect(answer.status).toBe(302)
  return String(answer.headers.location)
}

/** Walks through the provider and returns the URL at which the browser ends up. */
async function signIn(start: Start): Promise<URL> {
  return comeBack(await idp.visit(await begin(start)))
}

async function comeBack(callback: URL): Promise<URL> {
  expect(callback.href).toContain(`${test.project.apiUrl}/auth/v1/callback`)
  const answer = await auth.call('GET', `/callback${callback.search}`, { as: '' })
  expect(answer.status).toBe(302)
  return new URL(String(answer.headers.location))
}

const fragmentOf = (url: URL) => Object.fromEntries(new URLSearchParams(url.hash.slice(1)))
const CHALLENGE = {
  verifier: 'v'.repeat(50),
  params: {
    code_challenge: createHash('sha256').update('v'.repeat(50)).digest('base64url'),
    code_challenge_method: 's256',
  },
}

describe('signing in with an OpenID provider', () => {
  it('creates the account and returns a session in the fragment', async () => {
    person('ada', { groups: ['staff'] })
    const url = await signIn({ hint: 'ada' })
    expect(url.origin + url.pathname).toBe(APP)
    const session = fragmentOf(url)
    expect(Object.keys(session).sort()).toEqual([
      'access_token',
      'expires_at',
      'expires_in',
      'provider_token',
      'refresh_token',
      'token_type',
    ])
    const { body: user } = await auth.call('GET', '/user', { as: session['access_token'] ?? '' })
    expect(user).toMatchObject({
      email: 'ada@example.com',
      app_metadata: { provider: NAME, providers: [NAME] },
      user_metadata: {
        full_name: 'ada',
        email_verified: true,
        custom_claims: { groups: ['staff'] },
      },
      identities: [{ provider: NAME, id: 'ada', identity_data: { sub: 'ada', iss: idp.issuer } }],
    })
    expect(user['email_confirmed_at']).toBeTruthy()
    const again = await signIn({ hint: 'ada' })
    const second = await auth.call('GET', '/user', { as: fragmentOf(again)['access_token'] ?? '' })
    expect(second.body['id']).toBe(user['id'])
  })

  it('returns a code that only the browser with the verifier can exchange, once', async () => {
    person('bob')
    const url = await signIn({ hint: 'bob', params: CHALLENGE.params })
    expect(url.hash).toBe('')
    const code = url.searchParams.get('code') ?? ''
    const exchange = () =>
      auth.call('POST', '/token?grant_type=pkce', {
        body: { auth_code: code, code_verifier: CHALLENGE.verifier },
      })
    const answer = await exchange()
    expect(answer.status).toBe(200)
    expect(answer.body['provider_token']).toBeTruthy()
    const claims = JSON.parse(
      Buffer.from(String(answer.body['access_token']).split('.')[1] ?? '', 'base64url').toString(),
    )
    expect(claims.amr).toMatchObject([{ method: 'oauth' }])
    expect((await exchange()).body['error_code']).toBe('flow_state_not_found')
  })

  it('lets one of two callbacks with the same state win', async () => {
    person('carol')
    const callback = await idp.visit(await begin({ hint: 'carol' }))
    const ends = await Promise.all([comeBack(callback), comeBack(callback)])
    const won = ends.filter((end) => fragmentOf(end)['access_token'])
    expect(won).toHaveLength(1)
    const lost = ends.find((end) => !fragmentOf(end)['access_token'])
    expect(lost?.origin).toBe('https://site.example.com')
    const error = { error: 'invalid_request', error_code: 'bad_oauth_state' }
    expect(fragmentOf(lost ?? new URL(APP))).toMatchObject(error)
    expect(lost?.searchParams.get('error_code')).toBe('bad_oauth_state')
  })

  it('creates one account for two concurrent first sign-ins', async () => {
    person('dora')
    const callbacks = [
      await idp.visit(await begin({ hint: 'dora' })),
      await idp.visit(await begin({ hint: 'dora' })),
    ]
    const ends = await Promise.all(callbacks.map(comeBack))
    const users = await Promise.all(
      ends.map((end) => auth.call('GET', '/user', { as: fragmentOf(end)['access_token'] ?? '' })),
    )
    expect(new Set(users.map(({ body }) => body['id'])).size).toBe(1)
  })

  it('forwards the provider’s error when the person refuses', async () => {
    const url = await signIn({ hint: 'nobody' })
    expect(url.origin + url.pathname).toBe(APP)
    expect(fragmentOf(url)).toEqual({
      error: 'access_denied',
      error_description: 'The person said no',
    })
    expect(url.searchParams.get('error')).toBe('access_denied')
  })

  it('refuses a state that has expired, is unknown, or is missing', async () => {
    person('erin')
    const callback = await idp.visit(await begin({ hint: 'erin' }))
    auth.pass(16 * 60)
    expect(fragmentOf(await comeBack(callback))['error_code']).toBe('bad_oauth_state')
    callback.searchParams.set('state', 'x')
    expect(fragmentOf(await comeBack(callback))['error_code']).toBe('bad_oauth_state')
    callback.searchParams.delete('state')
    expect(fragmentOf(await comeBack(callback))).toMatchObject({
      error: 'invalid_request',
      error_code: 'bad_oauth_callback',
      error_description: 'OAuth state parameter missing',
    })
  })

  it('reports that a code cannot be exchanged', async () => {
    person('fred')
    const callback = await idp.visit(await begin({ hint: 'fred' }))
    callback.searchParams.set('code', 'forged')
    expect(fragmentOf(await comeBack(callback))).toMatchObject({
      error: 'server_error',
      error_code: 'unexpected_failure',
      error_description: 'Unable to exchange external code: forged',
    })
  })

  it.each([
    'https://evil.example.com/',
    'https://app.example.com@evil.example.com/',
    'javascript:alert(1)',
    '//evil.example.com',
  ])('does not redirect to %s', async (address) => {
    person('gina')
    const url = await signIn({ hint: 'gina', params: { redirect_to: address } })
    expect(url.origin).toBe('https://site.example.com')
  })

  it('does not let callers replace what the server sends to the provider', async () => {
    const url = new URL(
      await begin({
        hint: 'ada',
        params: {
          redirect_uri: 'https://evil.example.com/',
          client_id: 'other',
          state: 'chosen',
          response_type: 'token',
          nonce: 'chosen',
          prompt: 'login',
        },
      }),
    )
    expect(url.searchParams.get('redirect_uri')).toBe(`${test.project.apiUrl}/auth/v1/callback`)
    expect(url.searchParams.get('client_id')).toBe(idp.clientId)
    expect(url.searchParams.get('response_type')).toBe('code')
    expect(url.searchParams.get('state')).not.toBe('chosen')
    expect(url.searchParams.get('nonce')).not.toBe('chosen')
    expect(url.searchParams.get('prompt')).toBe('login')
    expect(url.searchParams.get('code_challenge_method')).toBe('S256')
  })

  it.each([
    ['nothing', 'Unsupported provider: Provider nothing could not be found'],
    ['google', 'Unsupported provider: provider is not enabled'],
    ['custom:other', 'Unsupported provider: Provider custom:other could not be found'],
  ])('refuses the provider %s', async (name, msg) => {
    const answer = await auth.call('GET', `/authorize?provider=${name}`, { as: '' })
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'validation_failed', msg } })
  })
})

describe('accounts that already have the address', () => {
  it('get the identity when the provider has verified the address', async () => {
    const email = 'hugo@example.com'
    const created = await auth.call('POST', '/admin/users', {
      as: 'service',
      body: { email, password: 'correct horse', email_confirm: true },
    })
    auth.pass(1)
    person('hugo')
    const url = await signIn({ hint: 'hugo' })
    const { body } = await auth.call('GET', '/user', { as: fragmentOf(url)['access_token'] ?? '' })
    expect(body['id']).toBe(created.body['id'])
    expect(body['app_metadata']).toEqual({ provider: 'email', providers: ['email', NAME] })
  })

  it('are not given to an unverified address', async () => {
    const email = 'iris@example.com'
    const body = { email, password: 'correct horse', email_confirm: true }
    await auth.call('POST', '/admin/users', { as: 'service', body })
    person('mallory', { email, email_verified: false })
    const url = await signIn({ hint: 'mallory' })
    expect(fragmentOf(url)).toMatchObject({
      error: 'access_denied',
      error_code: 'provider_email_needs_verification',
    })
  })

  it('lose the password of a stranger who never confirmed the address', async () => {
    const email = 'jane@example.com'
    await auth.call('POST', '/signup', { body: { email, password: 'of the stranger' } })
    person('jane')
    const url = await signIn({ hint: 'jane' })
    const { body } = await auth.call('GET', '/user', { as: fragmentOf(url)['access_token'] ?? '' })
    expect(body['identities']).toMatchObject([{ provider: NAME }])
    const guess = await auth.call('POST', '/token?grant_type=password', {
      body: { email, password: 'of the stranger' },
    })
    expect(guess.body['error_code']).toBe('invalid_credentials')
  })
})

describe('linking identities by hand', () => {
  it('adds an identity, refuses it to others, and removes it, but not the last one', async () => {
    const client = auth.client()
    await auth.call('POST', '/admin/users', {
      as: 'service',
      body: { email: 'kim@example.com', password: 'correct horse', email_confirm: true },
    })
    const signedIn = await client.auth.signInWithPassword({
      email: 'kim@example.com',
      password: 'correct horse',
    })
    const token = signedIn.data.session?.access_token ?? ''
    auth.pass(1)
    person('kim-elsewhere')
    const { data } = await client.auth.linkIdentity({
      provider: NAME,
      options: { redirectTo: APP, queryParams: { login_hint: 'kim-elsewhere' } },
    })
    await comeBack(await idp.visit(data.url ?? ''))
    const { data: user } = await client.auth.getUser()
    expect(user.user?.identities?.map(({ provider }) => provider)).toEqual(['email', NAME])

    const taken = await signIn({
      hint: 'ada',
      as: token,
      path: '/user/identities/authorize',
    })
    expect(fragmentOf(taken)).toMatchObject({
      error: 'server_error',
      error_code: 'identity_already_exists',
      error_description: 'Identity is already linked to another user',
    })
    const [, linked] = user.user?.identities ?? []
    if (!linked) throw new Error('Not linked')
    expect((await client.auth.unlinkIdentity(linked)).error).toBeNull()
    const last = await client.auth.unlinkIdentity(linked)
    expect(last.error).toMatchObject({ status: 422, code: 'single_identity_not_deletable' })
  })
})

describe('the administration of custom providers', () => {
  it('creates, lists, changes, and deletes them and never returns the secret', async () => {
    const admin = auth.client('service').auth.admin.customProviders
    const created = await admin.createProvider({
      provider_type: 'oauth2',
      identifier: 'custom:plain',
      name: 'Plain',
      client_id: 'id',
      client_secret: 'hidden',
      authorization_url: 'https://idp.example.com/authorize',
      token_url: 'https://idp.example.com/token',
      userinfo_url: 'https://idp.example.com/me',
    })
    expect(created.error).toBeNull()
    expect(JSON.stringify(created.data)).not.toContain('hidden')
    const oidc = await admin.listProviders({ type: 'oidc' })
    expect(oidc.data.providers.map(({ identifier }) => identifier)).toEqual([NAME])
    const changed = await admin.updateProvider('custom:plain', { name: 'Renamed', enabled: false })
    expect(changed.data).toMatchObject({ name: 'Renamed', enabled: false })
    expect((await admin.deleteProvider('custom:plain')).error).toBeNull()
    expect((await admin.getProvider('custom:plain')).error).toMatchObject({ status: 404 })
  })

  it.each([
    [{ identifier: 'plain' }, /identifier/],
    [{ issuer: 'http://127.0.0.1:9' }, /discovery/],
    [{ authorization_params: { redirect_uri: 'https://evil.example.com' } }, /redirect_uri/],
  ])('refuses %o', async (change, message) => {
    const answer = await auth.call('POST', '/admin/custom-providers', {
      as: 'service',
      body: {
        provider_type: 'oidc',
        identifier: 'custom:wrong',
        name: 'Wrong',
        client_id: 'id',
        client_secret: 'hidden',
        issuer: idp.issuer,
        ...change,
      },
    })
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } })
    expect(answer.body['msg']).toMatch(message)
  })
})
