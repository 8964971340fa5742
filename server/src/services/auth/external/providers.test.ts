import {
  EXTERNAL_PROVIDERS,
  type ExternalProvider,
} from '@stoa/contract/services/auth/fields/external'
import type { AuthSettings } from '@stoa/contract/services/auth/settings'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Outgoing } from '../../../lib/outgoing.ts'
import { createAuthApp, type AuthApp } from '../../../../test/auth/app.ts'
import { createTestProject, type TestProject } from '../../../../test/project.ts'

const email = 'ada@example.com'
const name = 'Ada'
/** The profiles that services without ID tokens return, by the path of the request. */
const ANSWERS: Partial<Record<ExternalProvider, Record<string, unknown>>> = {
  bitbucket: {
    '/2.0/user': { uuid: '1', display_name: name },
    '/2.0/user/emails': { values: [{ email, is_primary: true, is_confirmed: true }] },
  },
  discord: {
    '/api/users/@me': { id: '1', username: name, discriminator: '0', email, verified: true },
  },
  facebook: { '/me': { id: '1', first_name: name, email } },
  figma: { '/v1/me': { id: '1', handle: name, email } },
  fly: { '/oauth/token/info': { user_id: '1', user_name: name, email } },
  github: {
    '/user': { id: 1, login: 'ada', name },
    '/user/emails': [
      { email: 'old@example.com', verified: false, primary: false },
      { email, verified: true, primary: true },
    ],
  },
  gitlab: {
    '/api/v4/user': { id: 1, name, email, confirmed_at: '2020-01-01T00:00:00Z' },
    '/api/v4/user/emails': [],
  },
  google: { '/v1/userinfo': { sub: '1', name, email, email_verified: true } },
  kakao: {
    '/v2/user/me': {
      id: 1,
      kakao_account: {
        profile: { nickname: name },
        email,
        is_email_valid: true,
        is_email_verified: true,
      },
    },
  },
  keycloak: {
    '/realms/one/protocol/openid-connect/userinfo': { sub: '1', name, email, email_verified: true },
  },
  linkedin_oidc: { '/v2/userinfo': { sub: '1', name, email, email_verified: 'true' } },
  notion: { '/v1/users/me': { bot: { owner: { user: { id: '1', name, person: { email } } } } } },
  slack: { '/api/users.identity': { user: { id: '1', name, email }, team: { id: 'T' } } },
  slack_oidc: {
    '/api/openid.connect.userInfo': {
      'https://slack.com/user_id': '1',
      name,
      email,
      email_verified: true,
    },
  },
  spotify: { '/v1/me': { id: '1', display_name: name, email } },
  twitch: { '/helix/users': { data: [{ id: '1', login: name, email }] } },
  twitter: {
    '/1.1/account/verify_credentials.json': { id_str: '1', name, screen_name: 'ada', email },
  },
  workos: {},
  x: { '/2/users/me': { data: { id: '1', name, confirmed_email: email } } },
  zoom: { '/v2/users/me': { id: '1', first_name: name, email, verified: 1 } },
}

/** The headers of requests that Twitter got. */
const signed: string[] = []

const outgoing: Outgoing = {
  resolve: async () => '127.0.0.1',
  async request({ url, method, body = '', headers = {} }) {
    const reply = (value: unknown) => ({ status: 200, headers: {}, body: JSON.stringify(value) })
    if (url.startsWith('https://api.twitter.com/oauth/')) {
      signed.push(headers['authorization'] ?? '')
      const token = url.endsWith('request_token') ? 'asked' : 'of code'
      return { status: 200, headers: {}, body: `oauth_token=${token}&oauth_token_secret=hidden` }
    }
    if (method === 'POST') {
      const form = new URLSearchParams(body)
      expect(form.get('redirect_uri')).toMatch(/\/auth\/v1\/callback$/)
      const profile = { id: '1', first_name: name, email }
      return reply({ access_token: `of ${form.get('code')}`, profile })
    }
    const { pathname } = new URL(url)
    const found = Object.values(ANSWERS).find((answers) => Object.hasOwn(answers, pathname))
    return found ? reply(found[pathname]) : { status: 404, headers: {}, body: '' }
  },
}

let test: TestProject
let auth: AuthApp
let settings: Partial<AuthSettings>
beforeAll(async () => {
  test = await createTestProject()
  const enabled = EXTERNAL_PROVIDERS.flatMap((provider) => [
    [`external_${provider}_enabled`, true],
    [`external_${provider}_client_id`, 'the client'],
    [`external_${provider}_secret`, 'the secret'],
  ])
  settings = {
    ...Object.fromEntries(enabled),
    mailer_autoconfirm: false,
    external_keycloak_url: 'https://keycloak.example.com/realms/one/',
  }
  auth = createAuthApp(test, { outgoing, settings })
})
afterAll(() => test.stop())

async function start(provider: string): Promise<URL> {
  const answer = await auth.call('GET', `/authorize?provider=${provider}&scopes=more`, { as: '' })
  expect(answer.status).toBe(302)
  return new URL(String(answer.headers.location))
}

async function finish(provider: string): Promise<URLSearchParams> {
  const state = (await start(provider)).searchParams.get('state') ?? ''
  return comeBack({ state, code: 'code' })
}

async function comeBack(values: Record<string, string>): Promise<URLSearchParams> {
  const query = new URLSearchParams(values).toString()
  const answer = await auth.call('GET', `/callback?${query}`, { as: '' })
  return new URLSearchParams(new URL(String(answer.headers.location)).hash.slice(1))
}

const OAUTH2 = EXTERNAL_PROVIDERS.filter((provider) => provider !== 'twitter')
/** Spotify verifies no address, so its person does not get the others' account. */
const VERIFYING = OAUTH2.filter((provider) => provider in ANSWERS && provider !== 'spotify')

/** Starts a sign-in with OAuth 1.0a and returns the state, which only the provider receives. */
async function startSigned(): Promise<string> {
  const url = await start('twitter')
  expect(url.href).toBe('https://api.twitter.com/oauth/authenticate?oauth_token=asked')
  const callback = /oauth_callback="([^"]+)"/.exec(signed.at(-1) ?? '')?.[1] ?? ''
  return new URL(decodeURIComponent(callback)).searchParams.get('state') ?? ''
}

describe('the built-in providers', () => {
  it.each(OAUTH2)('%s gets a request with its own address and scopes', async (provider) => {
    const url = await start(provider)
    expect(url.protocol).toBe('https:')
    expect(url.searchParams.get('client_id')).toBe('the client')
    expect(url.searchParams.get('response_type')).toBe('code')
    expect(url.searchParams.get('scope')).toMatch(/\bmore$/)
    expect(url.href).not.toContain('secret')
  })

  it.each(VERIFYING)('%s identifies the person', async (provider) => {
    const values = await finish(provider)
    const { body } = await auth.call('GET', '/user', { as: values.get('access_token') ?? '' })
    expect(body).toMatchObject({ email, user_metadata: { name, full_name: name } })
    const identities = body['identities'] as { provider: string; id: string }[]
    expect(identities.find((each) => each.provider === provider)?.id).toBe('1')
  })

  it('sign people in with OAuth 1.0a', async () => {
    const state = await startSigned()
    const values = await comeBack({ state, oauth_token: 'asked', oauth_verifier: 'proof' })
    expect(signed.at(-1)).toContain('oauth_verifier="proof"')
    const { body } = await auth.call('GET', '/user', { as: values.get('access_token') ?? '' })
    expect(body).toMatchObject({ email, user_metadata: { user_name: 'ada' } })
    expect(values.get('provider_token')).toBe('of code')
  })

  it.each([
    [{ oauth_token: 'other', oauth_verifier: 'proof' }, 'invalid_request'],
    [{ oauth_token: 'asked' }, 'invalid_request'],
    [{ denied: 'asked' }, 'access_denied'],
  ])('refuse OAuth 1.0a with %j', async (values, error) => {
    const refused = await comeBack({ state: await startSigned(), ...values })
    expect([refused.get('error'), refused.get('access_token')]).toEqual([error, null])
  })

  it('do not get an account with an address that they have not verified', async () => {
    const values = await finish('spotify')
    expect(values.get('error_code')).toBe('provider_email_needs_verification')
  })

  it('get one if the project allows unverified addresses, but never that of the address’s owner', async () => {
    const strict = auth
    auth = createAuthApp(test, {
      outgoing,
      settings: { ...settings, mailer_allow_unverified_email_sign_ins: true },
    })
    const values = await finish('spotify')
    const { body } = await auth.call('GET', '/user', { as: values.get('access_token') ?? '' })
    auth = strict
    expect(body).toMatchObject({ email: '', app_metadata: { providers: ['spotify'] } })
  })

  it('are listed in the public settings', async () => {
    const { body } = await auth.call('GET', '/settings')
    expect(body['external']).toMatchObject({ github: true, snapchat: true, twitter: true })
  })
})
