import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  startIdentityProvider,
  type IdentityProvider,
} from '../../../server/test/identity-provider.ts'
import { createSecurityKey } from '../../../server/test/security-key.ts'
import { createAuthClients, newEmail, told, type AuthClients } from '../../support/auth-clients.ts'
import { askPlatform } from '../../support/platform-api.ts'
import {
  startSamlProvider,
  type RunningSamlProvider,
  type SamlForm,
} from '../../support/saml-provider.ts'
import {
  createProject,
  discard,
  startServer,
  type ProjectInfo,
  type StartedServer,
} from '../../support/server.ts'

const SITE = 'https://site.example.com'
const PAGE = { origin: SITE, rpId: 'site.example.com' }
const NAME = 'custom:local'

let server: StartedServer
let project: ProjectInfo
let clients: AuthClients
let provider: IdentityProvider
let saml: RunningSamlProvider

beforeAll(async () => {
  // The identity provider of these tests is at a loopback address.
  server = await startServer({ env: { STOA_ALLOW_PRIVATE_ADDRESSES: 'on' } })
  project = await createProject(server, 'Accounts')
  clients = createAuthClients(server, project)
  provider = await startIdentityProvider(`${project.api_url}/auth/v1/callback`)
  saml = await startSamlProvider(`${project.api_url}/auth/v1`)
  await clients.configure({
    site_url: SITE,
    passkey_enabled: true,
    saml_enabled: true,
    saml_allow_encrypted_assertions: true,
    security_manual_linking_enabled: true,
  })
})
afterAll(async () => {
  await provider.stop()
  await saml.stop()
  await discard(server)
})

describe('ID tokens of a provider', () => {
  it('sign people in, and link an identity to an account', async () => {
    const custom = clients.admin().customProviders
    await custom.createProvider({
      provider_type: 'oidc',
      identifier: NAME,
      name: 'Local',
      client_id: provider.clientId,
      client_secret: provider.secret,
      issuer: provider.issuer,
      scopes: ['email'],
    })
    const email = newEmail()
    provider.people.set('ada', { email, email_verified: true })
    provider.people.set('bob', { email: newEmail(), email_verified: true })

    const auth = clients.open()
    const token = await idTokenOf('ada')
    const signedIn = await auth.signInWithIdToken({ provider: NAME, token, nonce: 'of ada' })
    expect([signedIn.error, signedIn.data.user?.email]).toEqual([null, email])
    const other = await clients.open().signInWithIdToken({ provider: NAME, token, nonce: 'wrong' })
    expect(other.error?.status).toBe(400)

    const linked = await auth.linkIdentity({
      provider: NAME,
      token: await idTokenOf('bob'),
      nonce: 'of bob',
    })
    expect(linked.error).toBeNull()
    expect((await auth.getUserIdentities()).data?.identities).toHaveLength(2)

    expect((await custom.updateProvider(NAME, { name: 'Renamed' })).error).toBeNull()
    expect((await custom.getProvider(NAME)).data?.name).toBe('Renamed')
  })
})

describe('single sign-on', () => {
  it('signs people in at the identity provider of their domain, once per response', async () => {
    const authUrl = `${project.api_url}/auth/v1`
    const response = await fetch(`${authUrl}/admin/sso/providers`, {
      method: 'POST',
      headers: { apikey: project.secret_key, 'content-type': 'application/json' },
      body: JSON.stringify({
        type: 'saml',
        metadata_url: saml.metadataUrl,
        domains: ['example.org'],
      }),
    })
    expect(response.status).toBe(201)
    const begin = async () => {
      const auth = clients.open('pkce')
      const { data, error } = await auth.signInWithSSO({ domain: 'example.org' })
      expect(error).toBeNull()
      return { auth, form: await saml.signIn(data?.url ?? '', 'ada@example.org') }
    }
    const bring = async (form: SamlForm) => {
      const answer = await fetch(`${authUrl}/sso/saml/acs`, {
        method: 'POST',
        body: new URLSearchParams(form),
        redirect: 'manual',
      })
      return new URL(answer.headers.get('location') ?? '')
    }
    const { auth, form } = await begin()
    const back = await bring(form)
    expect(back.origin).toBe(SITE)
    const signedIn = await auth.exchangeCodeForSession(back.searchParams.get('code') ?? '')
    expect([signedIn.error, signedIn.data.user?.email]).toEqual([null, 'ada@example.org'])

    const refused = async (tampered: SamlForm) => {
      const url = await bring(tampered)
      expect(url.searchParams.get('code')).toBeNull()
      return new URLSearchParams(url.hash.slice(1)).get('error_code')
    }
    expect(await refused(form)).toBe('saml_relay_state_not_found')
    expect(await refused({ ...form, RelayState: '' })).toBe('validation_failed')
    const xml = Buffer.from((await begin()).form.SAMLResponse, 'base64').toString()
    for (const changed of [
      xml.replace(
        /<xenc:CipherValue>(.)/,
        (_, first) => `<xenc:CipherValue>${first === 'A' ? 'B' : 'A'}`,
      ),
      xml.replace(/<saml:EncryptedAssertion.*<\/saml:EncryptedAssertion>/s, ''),
    ]) {
      expect(changed).not.toBe(xml)
      const { form: other } = await begin()
      const SAMLResponse = Buffer.from(changed).toString('base64')
      expect(await refused({ ...other, SAMLResponse })).toBe('validation_failed')
    }
  })
})

describe('the passkeys of an account', () => {
  it('are listed, renamed, and deleted by their owner and by an administrator', async () => {
    const { auth, id } = await clients.confirmed()
    for (const key of [createSecurityKey(), createSecurityKey()]) {
      const { data: asked } = await auth.passkey.startRegistration()
      const { error } = await auth.passkey.verifyRegistration({
        challengeId: asked?.challenge_id ?? '',
        credential: key.create({ ...PAGE, challenge: asked?.options.challenge ?? '' }),
      })
      expect(error).toBeNull()
    }
    const { data: own } = await auth.passkey.list()
    const [first, second] = (own ?? []).map((passkey) => passkey.id)
    const renamed = await auth.passkey.update({ passkeyId: first ?? '', friendlyName: 'Laptop' })
    expect(renamed.data?.friendly_name).toBe('Laptop')
    expect((await auth.passkey.delete({ passkeyId: first ?? '' })).error).toBeNull()
    const { passkey: admin } = clients.admin()
    const { data: left } = await admin.listPasskeys({ userId: id })
    expect(left?.map((passkey) => passkey.id)).toEqual([second])
    const removed = await admin.deletePasskey({ userId: id, passkeyId: second ?? '' })
    expect(removed.error).toBeNull()
    expect((await auth.passkey.list()).data).toEqual([])
  })
})

describe('a client', () => {
  it('starts and stops its refreshes, and reports errors', async () => {
    const { auth, id } = await clients.confirmed()
    expect((await auth.initialize()).error).toBeNull()
    await auth.startAutoRefresh()
    await auth.stopAutoRefresh()
    expect((await auth.getUser()).data.user?.id).toBe(id)
    expect(auth.isThrowOnErrorEnabled()).toBeFalsy()
    const { error } = await auth.signInWithPassword({ email: newEmail(), password: 'wrong' })
    expect(told(error)).toEqual([400, 'invalid_credentials'])
    await auth.dispose()
  })
})

/** Signs a person in at the provider itself, as an app with the provider's own library does. The
 * provider sees only the digest of the nonce. */
async function idTokenOf(person: string): Promise<string> {
  const callback = `${project.api_url}/auth/v1/callback`
  const query = new URLSearchParams({
    client_id: provider.clientId,
    redirect_uri: callback,
    response_type: 'code',
    scope: 'openid email',
    login_hint: person,
    nonce: createHash('sha256').update(`of ${person}`).digest('hex'),
  })
  const back = await provider.visit(`${provider.issuer}/auth?${query.toString()}`)
  const response = await fetch(`${provider.issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: provider.clientId,
      client_secret: provider.secret,
      redirect_uri: callback,
      code: back.searchParams.get('code') ?? '',
    }),
  })
  return ((await response.json()) as { id_token: string }).id_token
}

it('shows members the last requests of a user, without their query', async () => {
  const { auth, id } = await clients.confirmed()
  const { data } = await auth.getSession()
  const token = data.session?.access_token ?? ''
  await fetch(`${project.api_url}/rest/v1/?secret=value`, {
    headers: { apikey: project.publishable_key, authorization: `Bearer ${token}` },
  })
  const last = async () =>
    (await askPlatform<object[]>(server, 'GET', `/auth/${project.ref}/users/${id}/requests`))[0]
  await expect
    .poll(last)
    .toMatchObject({ service: 'rest', method: 'GET', path: '/rest/v1/', ip: '127.0.0.1' })
})
