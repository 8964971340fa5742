import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCertificate } from '../../../server/test/certificate.ts'
import {
  startIdentityProvider,
  type IdentityProvider,
} from '../../../server/test/identity-provider.ts'
import { samlify } from '../../../server/test/samlify.ts'
import { createSecurityKey } from '../../../server/test/security-key.ts'
import { createAuthClients, newEmail, told, type AuthClients } from '../../support/auth-clients.ts'
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

beforeAll(async () => {
  // The identity provider of these tests is at a loopback address.
  server = await startServer({ env: { STOA_ALLOW_PRIVATE_ADDRESSES: 'on' } })
  project = await createProject(server, 'Accounts')
  clients = createAuthClients(server, project)
  provider = await startIdentityProvider(`${project.api_url}/auth/v1/callback`)
  await clients.configure({
    site_url: SITE,
    passkey_enabled: true,
    saml_enabled: true,
    security_manual_linking_enabled: true,
  })
})
afterAll(async () => {
  await provider.stop()
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
  it('leads to the identity provider of the domain', async () => {
    const { key, cert } = createCertificate(['idp.example.com'], new Date(), 'rsa')
    samlify.setSchemaValidator({ validate: async () => 'not used' })
    const idp = samlify.IdentityProvider({
      entityID: 'https://idp.example.com/metadata',
      privateKey: key,
      signingCert: cert.replaceAll(/-----[^-]+-----|\s/g, ''),
      nameIDFormat: ['urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'],
      singleSignOnService: [
        {
          Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect',
          Location: 'https://idp.example.com/sso',
        },
      ],
    })
    const response = await fetch(`${project.api_url}/auth/v1/admin/sso/providers`, {
      method: 'POST',
      headers: { apikey: project.secret_key, 'content-type': 'application/json' },
      body: JSON.stringify({
        type: 'saml',
        metadata_xml: idp.getMetadata(),
        domains: ['example.org'],
      }),
    })
    expect(response.status).toBe(201)
    const { data, error } = await clients.open().signInWithSSO({ domain: 'example.org' })
    expect(error).toBeNull()
    expect(new URL(data?.url ?? '').host).toBe('idp.example.com')
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
