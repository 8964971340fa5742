import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createAuthApp, type AuthApp } from '../../../../test/auth/app.ts'
import { createTestProject, type TestProject } from '../../../../test/project.ts'
import { sql } from '../../../postgres/sql.ts'

const CALLBACK = 'https://app.example.com/callback'
const VERIFIER = 'v'.repeat(60)
const PKCE = {
  code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  code_challenge_method: 'S256',
}

let test: TestProject
let auth: AuthApp
let person: ReturnType<AuthApp['client']>
let token: string
let client: { client_id: string; client_secret?: string }

beforeAll(async () => {
  test = await createTestProject()
  auth = createAuthApp(test, {
    settings: {
      site_url: 'https://site.example.com',
      oauth_server_enabled: true,
      oauth_server_allow_dynamic_registration: true,
    },
  })
  person = auth.client()
  const signedUp = await person.auth.signUp({ email: 'ada@example.com', password: 'correct horse' })
  token = signedUp.data.session?.access_token ?? ''
  const created = await auth.client('service').auth.admin.oauth.createClient({
    client_name: 'App',
    redirect_uris: [CALLBACK],
  })
  if (!created.data) throw created.error
  client = created.data
})
afterAll(() => test.stop())

async function authorize(change: Record<string, string> = {}) {
  const query = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'openid email',
    state: 'mine',
    nonce: 'n-once',
    ...PKCE,
    ...change,
  })
  const answer = await auth.call('GET', `/oauth/authorize?${query.toString()}`, { as: '' })
  return { ...answer, location: new URL(answer.headers.location ?? 'http://none') }
}

async function approve(change: Record<string, string> = {}): Promise<URL> {
  const { location } = await authorize(change)
  expect(location.href).toMatch(/^https:\/\/site\.example\.com\/oauth\/consent\?authorization_id=/)
  const id = location.searchParams.get('authorization_id') ?? ''
  const seen = await person.auth.oauth.getAuthorizationDetails(id)
  if (seen.data && 'redirect_url' in seen.data && seen.data.redirect_url)
    return new URL(seen.data.redirect_url)
  expect(seen.data).toMatchObject({
    client: { name: 'App' },
    user: { email: 'ada@example.com' },
    scope: 'openid email',
  })
  const { data, error } = await person.auth.oauth.approveAuthorization(id)
  if (!data) throw error
  return new URL(data.redirect_url)
}

const ask = async (
  form: Record<string, string>,
  basic = `${client.client_id}:${client.client_secret}`,
) => {
  const response = await auth.app.inject({
    method: 'POST',
    url: '/auth/v1/oauth/token',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: new URLSearchParams({
      ...(basic !== '' && {
        client_id: basic.split(':')[0] ?? '',
        client_secret: basic.split(':')[1] ?? '',
      }),
      ...form,
    }).toString(),
  })
  return { status: response.statusCode, body: response.json<Record<string, string>>() }
}

const claimsOf = (jwt = '') =>
  JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as Record<
    string,
    unknown
  >

describe('an app that signs people in', () => {
  it('gets a code after consent and exchanges it once', async () => {
    await auth.client('service').auth.admin.oauth.updateClient(client.client_id, {
      token_endpoint_auth_method: 'client_secret_post',
    })
    const redirect = await approve()
    expect(redirect.origin + redirect.pathname).toBe(CALLBACK)
    expect(redirect.searchParams.get('state')).toBe('mine')
    const form = {
      grant_type: 'authorization_code',
      code: redirect.searchParams.get('code') ?? '',
      redirect_uri: CALLBACK,
      code_verifier: VERIFIER,
    }
    const [first, second] = await Promise.all([ask(form), ask(form)])
    const [won, lost] = first.status === 200 ? [first, second] : [second, first]
    expect(won.status).toBe(200)
    expect(lost).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    expect(claimsOf(won.body['access_token'])).toMatchObject({
      client_id: client.client_id,
      scope: 'openid email',
      email: 'ada@example.com',
    })
    expect(claimsOf(won.body['id_token'])).toMatchObject({
      aud: client.client_id,
      nonce: 'n-once',
      email: 'ada@example.com',
      email_verified: true,
    })
    const info = await auth.call('GET', '/oauth/userinfo', { as: won.body['access_token'] ?? '' })
    expect(info.body).toMatchObject({ email: 'ada@example.com' })
    expect(info.body['name']).toBeUndefined()

    const asAccess = await auth.call('GET', '/user', { as: won.body['id_token'] ?? '' })
    expect(asAccess).toMatchObject({ status: 403, body: { error_code: 'bad_jwt' } })

    const refreshed = await ask({
      grant_type: 'refresh_token',
      refresh_token: won.body['refresh_token'] ?? '',
    })
    expect(refreshed).toMatchObject({ status: 200, body: { scope: 'openid email' } })
    const stolen = await auth.call('POST', '/token?grant_type=refresh_token', {
      body: { refresh_token: refreshed.body['refresh_token'] },
    })
    expect(stolen.body['error_code']).toBe('refresh_token_not_found')

    const grants = await person.auth.oauth.listGrants()
    expect(grants.data).toMatchObject([
      { client: { id: client.client_id }, scopes: ['openid', 'email'] },
    ])
    await person.auth.oauth.revokeGrant({ clientId: client.client_id })
    const ended = await ask({
      grant_type: 'refresh_token',
      refresh_token: refreshed.body['refresh_token'] ?? '',
    })
    expect(ended).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    expect((await person.auth.oauth.listGrants()).data).toEqual([])
  })

  it.each([
    ['without the verifier', { code_verifier: '' }],
    ['with another verifier', { code_verifier: 'x'.repeat(60) }],
    ['with another redirect URI', { redirect_uri: 'https://evil.example.com/' }],
  ])('gets nothing %s', async (_, change) => {
    const redirect = await approve()
    const answer = await ask({
      grant_type: 'authorization_code',
      code: redirect.searchParams.get('code') ?? '',
      redirect_uri: CALLBACK,
      code_verifier: VERIFIER,
      ...change,
    })
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  })

  it('gets nothing with a wrong secret, the code of another app, or a late code', async () => {
    const code = (await approve()).searchParams.get('code') ?? ''
    const form = { grant_type: 'authorization_code', code, code_verifier: VERIFIER }
    expect(await ask(form, `${client.client_id}:wrong`)).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    })
    const other = await auth.call('POST', '/oauth/clients/register', {
      as: '',
      body: {
        client_name: 'Other',
        redirect_uris: ['http://localhost:1234/'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    })
    expect(other.status).toBe(201)
    expect(
      await ask(form, `${other.body['client_id']}:${other.body['client_secret']}`),
    ).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    const late = (await approve()).searchParams.get('code') ?? ''
    auth.pass(301)
    expect(await ask({ ...form, code: late })).toMatchObject({ body: { error: 'invalid_grant' } })
  })

  it('gets an error when the person refuses', async () => {
    const { location } = await authorize({ scope: 'openid email phone' })
    const id = location.searchParams.get('authorization_id') ?? ''
    const { data } = await person.auth.oauth.denyAuthorization(id)
    expect(new URL(data?.redirect_url ?? '').searchParams.get('error')).toBe('access_denied')
    expect((await person.auth.oauth.approveAuthorization(id)).error?.status).toBe(400)
  })

  it('cannot approve itself or other apps', async () => {
    const redirect = await approve()
    const tokens = await ask({
      grant_type: 'authorization_code',
      code: redirect.searchParams.get('code') ?? '',
      code_verifier: VERIFIER,
    })
    const { location } = await authorize({ scope: 'phone' })
    const id = location.searchParams.get('authorization_id') ?? ''
    const answer = await auth.call('POST', `/oauth/authorizations/${id}/consent`, {
      as: tokens.body['access_token'] ?? '',
      body: { action: 'approve' },
    })
    expect(answer.status).toBe(403)
  })

  it('does not let two accounts decide about one request', async () => {
    const { location } = await authorize({ scope: 'email phone' })
    const id = location.searchParams.get('authorization_id') ?? ''
    await person.auth.oauth.getAuthorizationDetails(id)
    const other = auth.client()
    await other.auth.signUp({ email: 'bob@example.com', password: 'correct horse' })
    const seen = await other.auth.oauth.getAuthorizationDetails(id)
    expect(seen.error).toMatchObject({ status: 404, code: 'oauth_authorization_not_found' })
  })
})

describe('the session of an app', () => {
  const settings = {
    site_url: 'https://site.example.com',
    oauth_server_enabled: true,
    mfa_totp_enroll_enabled: true,
    passkey_enabled: true,
    security_manual_linking_enabled: true,
    hook_custom_access_token_enabled: true,
    hook_custom_access_token_uri: 'pg-functions://postgres/public/hide_app',
  }
  let project: AuthApp
  let tokens: Record<string, string>
  const sessionsOf = (clientId: string | null) =>
    test.project.database.as('supabase_auth_admin').many(
      sql`select s.id from auth.sessions s join auth.users u on u.id = s.user_id
        where u.email = 'ada@example.com' and oauth_client_id is not distinct from ${clientId}`,
      z.object({ id: z.string() }),
    )
  const grant = async () => {
    const code = (await approve()).searchParams.get('code') ?? ''
    return (await ask({ grant_type: 'authorization_code', code, code_verifier: VERIFIER })).body
  }

  beforeAll(async () => {
    await test.run(`
      create function public.hide_app(event jsonb) returns jsonb language sql as $$
        select jsonb_set(event, '{claims}', (event -> 'claims') - 'client_id' - 'scope') $$;
      grant execute on function public.hide_app to supabase_auth_admin;`)
    project = createAuthApp(test, { settings })
    const granted = await grant()
    const refreshed = await project.call('POST', '/oauth/token', {
      body: {
        grant_type: 'refresh_token',
        refresh_token: granted['refresh_token'],
        client_id: client.client_id,
        client_secret: client.client_secret,
      },
    })
    tokens = refreshed.body
  })

  const nobody = '00000000-0000-4000-8000-000000000000'
  it.each<[method: string, path: string, body?: object]>([
    ['PUT', '/user', { password: 'taken over by the app' }],
    ['PUT', '/user', { email: 'app@example.com' }],
    ['PUT', '/user', { data: { role: 'admin' } }],
    ['GET', '/reauthenticate'],
    ['POST', '/factors', { factor_type: 'totp', friendly_name: 'App' }],
    ['POST', `/factors/${nobody}/challenge`, {}],
    ['POST', `/factors/${nobody}/verify`, { code: '123456', challenge_id: nobody }],
    ['DELETE', `/factors/${nobody}`],
    ['GET', '/factors/recovery-codes'],
    ['POST', '/factors/recovery-codes', {}],
    ['POST', '/factors/recovery-codes/regenerate', {}],
    ['POST', '/factors/recovery-codes/verify', { code: 'aaaaa-aaaaa' }],
    ['DELETE', '/factors/recovery-codes'],
    ['POST', '/passkeys/registration/options', {}],
    ['POST', '/passkeys/registration/verify', {}],
    ['GET', '/passkeys'],
    ['PATCH', `/passkeys/${nobody}`, { friendly_name: 'App' }],
    ['DELETE', `/passkeys/${nobody}`],
    ['GET', '/user/identities/authorize?provider=github'],
    ['DELETE', `/user/identities/${nobody}`],
    ['GET', '/user/oauth/grants'],
    ['DELETE', `/user/oauth/grants?client_id=${nobody}`],
    ['GET', `/oauth/authorizations/${nobody}`],
    ['POST', `/oauth/authorizations/${nobody}/consent`, { action: 'approve' }],
  ])('cannot use %s %s, even without client_id in its token', async (method, path, body) => {
    const answer = await project.call(method, path, { as: tokens['access_token'] ?? '', body })
    expect(answer).toMatchObject({ status: 403, body: { error_code: 'no_authorization' } })
    expect(answer.body['msg']).toBe('OAuth apps cannot change the account')
  })

  it('reads the account, and only the claims it was granted', async () => {
    expect(claimsOf(tokens['access_token'])['client_id']).toBeUndefined()
    const as = tokens['access_token'] ?? ''
    expect(await project.call('GET', '/user', { as })).toMatchObject({ status: 200 })
    const info = await project.call('GET', '/oauth/userinfo', { as })
    expect(Object.keys(info.body).toSorted()).toEqual(['email', 'email_verified', 'sub'])
  })

  it('ends its own sessions only', async () => {
    const own = await sessionsOf(null)
    expect(own.length).toBeGreaterThan(0)
    const second = await grant()
    const others = await auth.call('POST', '/logout?scope=others', {
      as: second['access_token'] ?? '',
    })
    expect(others.status).toBe(204)
    expect(await sessionsOf(client.client_id)).toHaveLength(1)
    await grant()
    const all = await auth.call('POST', '/logout', { as: second['access_token'] ?? '' })
    expect(all.status).toBe(204)
    expect(await sessionsOf(client.client_id)).toEqual([])
    expect(await sessionsOf(null)).toEqual(own)
  })
})

describe('a request of an app', () => {
  it.each([
    ['an unknown client', { client_id: '00000000-0000-4000-8000-000000000000' }],
    ['no client', { client_id: '' }],
    ['a foreign redirect URI', { redirect_uri: 'https://evil.example.com/' }],
    ['a longer redirect URI', { redirect_uri: `${CALLBACK}/more` }],
    ['no redirect URI', { redirect_uri: '' }],
  ])('with %s is not redirected anywhere', async (_, change) => {
    const answer = await authorize(change)
    expect(answer.status).toBe(400)
    expect(answer.headers.location).toBeUndefined()
  })

  it.each([
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ scope: 'everything' }, 'invalid_scope'],
    [{ code_challenge: '' }, 'invalid_request'],
    [{ code_challenge_method: 'md5' }, 'invalid_request'],
  ])('with %o goes back to the app with %s', async (change, error) => {
    const { location } = await authorize(change)
    expect(location.origin + location.pathname).toBe(CALLBACK)
    expect(location.searchParams.get('error')).toBe(error)
    expect(location.searchParams.get('state')).toBe('mine')
  })
})

describe('clients', () => {
  it.each([
    'http://app.example.com/',
    'javascript:alert(1)',
    'https://app.example.com/#fragment',
    'https://app.example.com@evil.example.com/',
    'nothing',
  ])('cannot register the redirect URI %s', async (uri) => {
    const body = { client_name: 'App', redirect_uris: [uri] }
    const answer = await auth.call('POST', '/oauth/clients/register', { as: '', body })
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } })
  })

  it('are listed, changed, get new secrets, and are deleted', async () => {
    const admin = auth.client('service').auth.admin.oauth
    const { data: made } = await admin.createClient({ client_name: 'B', redirect_uris: [CALLBACK] })
    const id = made?.client_id ?? ''
    const listed = await admin.listClients({ page: 1, perPage: 1 })
    expect(listed.data).toMatchObject({ clients: [{ client_name: 'B' }], nextPage: 2 })
    expect(JSON.stringify(listed.data)).not.toContain('secret"')
    expect((await admin.updateClient(id, { client_name: 'C' })).data?.client_name).toBe('C')
    const renewed = await admin.regenerateClientSecret(id)
    expect(renewed.data?.client_secret).not.toBe(made?.client_secret)
    expect((await admin.deleteClient(id)).error).toBeNull()
    expect((await admin.getClient(id)).error).toMatchObject({ status: 404 })
  })

  it('find all endpoints in the discovery documents', async () => {
    const answer = await auth.call('GET', '/.well-known/oauth-authorization-server', { as: '' })
    expect(answer.body).toMatchObject({
      issuer: `${test.project.apiUrl}/auth/v1`,
      registration_endpoint: expect.stringContaining('/oauth/clients/register'),
    })
  })

  it('get a 404 when the project has no OAuth server', async () => {
    const off = createAuthApp(test)
    for (const path of ['/oauth/authorize', '/.well-known/oauth-authorization-server'])
      expect(await off.call('GET', path, { as: '' })).toMatchObject({
        status: 404,
        body: { error_code: 'feature_disabled' },
      })
    expect((await off.call('GET', '/user', { as: token })).status).toBe(200)
  })
})
