import { inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuthApp, type AuthApp } from '../../../../test/auth/app.ts'
import { createCertificate } from '../../../../test/certificate.ts'
import { createTestProject, type TestProject } from '../../../../test/project.ts'
import { createSamlProvider, samlResponse, signResponse } from '../../../../test/samlify.ts'

const APP = 'https://app.example.com/welcome'
const IDP = 'https://idp.example.com/metadata'

const SIGNATURE = /<ds:Signature.*<\/ds:Signature>/s

let test: TestProject
let auth: AuthApp
let idp: ReturnType<typeof makeIdp>
let encrypting: ReturnType<typeof makeIdp>
let weak: ReturnType<typeof makeIdp>
let unauthenticated: ReturnType<typeof makeIdp>
let key: string
let stranger: ReturnType<typeof makeIdp>
let providerId: string

beforeAll(async () => {
  test = await createTestProject()
  auth = createAuthApp(test, {
    settings: {
      site_url: 'https://site.example.com',
      uri_allow_list: ['https://app.example.com/**'],
      saml_enabled: true,
      saml_allow_encrypted_assertions: true,
      mailer_autoconfirm: false,
    },
  })
  const certificate = createCertificate(['idp.example.com'], new Date(), 'rsa')
  key = certificate.key
  idp = makeIdp(certificate)
  const encryption = {
    isAssertionEncrypted: true,
    dataEncryptionAlgorithm: 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
  }
  encrypting = makeIdp(certificate, encryption)
  unauthenticated = makeIdp(certificate, {
    ...encryption,
    dataEncryptionAlgorithm: 'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
  })
  weak = makeIdp(certificate, {
    ...encryption,
    keyEncryptionAlgorithm: 'http://www.w3.org/2001/04/xmlenc#rsa-1_5',
  })
  stranger = makeIdp(createCertificate(['idp.example.com'], new Date(), 'rsa'))
  const answer = await auth.call('POST', '/admin/sso/providers', {
    as: 'service',
    body: {
      type: 'saml',
      metadata_xml: idp.getMetadata(),
      domains: ['Example.org'],
      attribute_mapping: { keys: { team: { default: 'all' } } },
    },
  })
  providerId = answer.body['id'] as string
})
afterAll(async () => {
  await test.stop()
})

const makeIdp = (certificate: { key: string; cert: string }, more: object = {}) =>
  createSamlProvider({
    entityId: IDP,
    url: 'https://idp.example.com/sso?tenant=1&x=2',
    certificate,
    ...more,
  })

type Request = { id: string; relay: string }

async function begin(body: object = {}): Promise<Request> {
  const answer = await auth.call('POST', '/sso', {
    body: { domain: 'example.org', redirect_to: APP, skip_http_redirect: true, ...body },
  })
  expect(answer.status).toBe(200)
  const url = new URL(String(answer.body['url']))
  expect(url.href).toMatch(/^https:\/\/idp\.example\.com\/sso\?tenant=1&x=2&/)
  const xml = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64'))
  const [, id = ''] = / ID="([^"]+)"/.exec(xml.toString()) ?? []
  return { id, relay: url.searchParams.get('RelayState') ?? '' }
}

async function assertionFor(
  requestId: string,
  { by = idp, email = 'ada@example.org', audience = '', age = 0 } = {},
): Promise<string> {
  const { body: metadata } = await auth.app.inject({ url: '/auth/v1/sso/saml/metadata' })
  return samlResponse(by, {
    entityId: IDP,
    metadata,
    authUrl: `${test.project.apiUrl}/auth/v1`,
    requestId,
    email,
    ...(audience && { audience }),
    age,
  })
}

async function post(response: string, relay: string): Promise<URL> {
  const answer = await auth.app.inject({
    method: 'POST',
    url: '/auth/v1/sso/saml/acs',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ SAMLResponse: response, RelayState: relay }).toString(),
  })
  expect(answer.statusCode).toBe(303)
  return new URL(String(answer.headers.location))
}

const fragmentOf = (url: URL) => Object.fromEntries(new URLSearchParams(url.hash.slice(1)))

describe('signing in with an identity provider over SAML', () => {
  it('creates an account of the organization and signs it in', async () => {
    const { id, relay } = await begin()
    const url = await post(await assertionFor(id), relay)
    expect(url.href.split('#')[0]).toBe(APP)
    const { access_token: token = '' } = fragmentOf(url)
    const { body } = await auth.call('GET', '/user', { as: token })
    expect(body).toMatchObject({
      email: 'ada@example.org',
      app_metadata: { provider: `sso:${providerId}`, providers: [`sso:${providerId}`] },
      user_metadata: { custom_claims: { team: 'all' } },
    })
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    expect(claims.amr).toMatchObject([{ method: 'sso/saml' }])
  })

  it('decrypts an assertion that is encrypted for the key in the metadata', async () => {
    const { id, relay } = await begin()
    const response = await assertionFor(id, { by: encrypting, email: 'grace@example.org' })
    expect(Buffer.from(response, 'base64').toString()).not.toContain('grace@example.org')
    const { access_token: token = '' } = fragmentOf(await post(response, relay))
    const { body } = await auth.call('GET', '/user', { as: token })
    expect(body['email']).toBe('grace@example.org')
  })

  it('decrypts CBC in a response that is signed as a whole, and in no other', async () => {
    const signIn = async (isSigned: boolean) => {
      const { id, relay } = await begin()
      const email = 'joan@example.org'
      const response = await assertionFor(id, { by: unauthenticated, email })
      return fragmentOf(await post(isSigned ? signResponse(response, key) : response, relay))
    }
    expect((await signIn(true))['access_token']).toBeTruthy()
    expect((await signIn(false))['error_code']).toBe('validation_failed')
  })

  it('never signs in to an existing account with the same address', async () => {
    const created = await auth.call('POST', '/admin/users', {
      as: 'service',
      body: { email: 'boss@example.org', password: 'correct horse', email_confirm: true },
    })
    const { id, relay } = await begin()
    const url = await post(await assertionFor(id, { email: 'boss@example.org' }), relay)
    const { body } = await auth.call('GET', '/user', { as: fragmentOf(url)['access_token'] ?? '' })
    expect(body['email']).toBe('boss@example.org')
    expect(body['id']).not.toBe(created.body['id'])
  })

  it('accepts a relay state and an assertion once', async () => {
    const { id, relay } = await begin()
    const response = await assertionFor(id)
    const ends = await Promise.all([post(response, relay), post(response, relay)])
    expect(ends.filter((end) => fragmentOf(end)['access_token'])).toHaveLength(1)
    const unrequested = await assertionFor('')
    expect(fragmentOf(await post(unrequested, ''))['access_token']).toBeTruthy()
    expect(fragmentOf(await post(unrequested, ''))['error_code']).toBe('saml_assertion_replayed')
  })

  it.each([
    ['that somebody else signed', () => ({ by: stranger })],
    ['for another audience', () => ({ audience: 'https://other.example.com' })],
    ['that is old', () => ({ age: 3600 })],
    ['with a weak encryption', () => ({ by: weak })],
  ])('refuses an assertion %s', async (_, change) => {
    const { id, relay } = await begin()
    const url = await post(await assertionFor(id, change()), relay)
    expect(fragmentOf(url)['error_code']).toBe('validation_failed')
  })

  it('refuses the response to another request, an altered response, and text that is not XML', async () => {
    const { relay } = await begin()
    const other = await begin()
    expect(
      fragmentOf(await post(await assertionFor(other.id), relay))['access_token'],
    ).toBeUndefined()
    const xml = Buffer.from(await assertionFor(other.id), 'base64').toString()
    const changed = Buffer.from(xml.replaceAll('ada@example.org', 'eve@example.org'))
    const refused = await post(changed.toString('base64'), other.relay)
    expect(fragmentOf(refused)['error_code']).toBe('validation_failed')
    for (const response of ['', 'hello', Buffer.from('<!DOCTYPE a><a/>').toString('base64')])
      expect(fragmentOf(await post(response, ''))['error']).toBeTruthy()
  })

  it.each([
    ['before it', (signed: string, forged: string) => `${forged}${signed}`],
    ['after it', (signed: string, forged: string) => `${signed}${forged}`],
    [
      'around it',
      (signed: string, forged: string) =>
        forged.replace('</saml:Assertion>', `${signed}</saml:Assertion>`),
    ],
    [
      'with it as an object of its signature',
      (signed: string, forged: string) => {
        const [signature = ''] = SIGNATURE.exec(signed) ?? []
        const holder = signature.replace(
          '</ds:Signature>',
          `<ds:Object>${signed.replace(SIGNATURE, '')}</ds:Object></ds:Signature>`,
        )
        return forged.replace('</saml:Assertion>', `${holder}</saml:Assertion>`)
      },
    ],
  ])('reads no assertion that is not signed, %s', async (_where, wrap) => {
    const { id, relay } = await begin()
    const xml = Buffer.from(await assertionFor(id), 'base64').toString()
    const [signed = ''] = /<saml:Assertion.*<\/saml:Assertion>/s.exec(xml) ?? []
    const forged = signed
      .replace(SIGNATURE, '')
      .replace(/ ID="[^"]+"/, ' ID="_forged"')
      .replaceAll('ada@example.org', 'eve@example.org')
    const wrapped = xml.replace(signed, wrap(signed, forged))
    expect(wrapped).toContain('eve@example.org')
    const url = await post(Buffer.from(wrapped).toString('base64'), relay)
    const { access_token: token = '' } = fragmentOf(url)
    const { body } = await auth.call('GET', '/user', { as: token })
    expect(body['email']).not.toBe('eve@example.org')
    expect(fragmentOf(url)['error_code']).toBe('validation_failed')
  })

  it('reads a name with a comment, which signatures ignore, to its end', async () => {
    const { id, relay } = await begin()
    const email = 'ada@example.org.evil.example'
    const xml = Buffer.from(await assertionFor(id, { email }), 'base64').toString()
    const commented = xml.replace(email, 'ada@example.org<!-- -->.evil.example')
    const url = await post(Buffer.from(commented).toString('base64'), relay)
    const { access_token: token = '' } = fragmentOf(url)
    expect((await auth.call('GET', '/user', { as: token })).body['email']).toBe(email)
  })

  it('finds no provider for an unknown domain', async () => {
    const answer = await auth.call('POST', '/sso', { body: { domain: 'nobody.example' } })
    expect(answer).toMatchObject({ status: 404, body: { error_code: 'sso_provider_not_found' } })
  })
})

describe('the administration of identity providers', () => {
  it('lists, changes, and deletes them, and refuses the same one twice', async () => {
    const call = (method: string, more = '', body?: object) =>
      auth.call(method, `/admin/sso/providers${more}`, { as: 'service', ...(body && { body }) })
    expect((await call('GET')).body['items']).toMatchObject([
      { id: providerId, saml: { entity_id: IDP }, domains: [{ domain: 'example.org' }] },
    ])
    const again = await call('POST', '', { type: 'saml', metadata_xml: idp.getMetadata() })
    expect(again).toMatchObject({ status: 422, body: { error_code: 'saml_idp_already_exists' } })
    const changed = await call('PUT', `/${providerId}`, {
      disabled: true,
      domains: ['example.net'],
    })
    expect(changed.body).toMatchObject({ disabled: true, domains: [{ domain: 'example.net' }] })
    expect((await call('DELETE', `/${providerId}`)).status).toBe(200)
    expect((await call('GET', `/${providerId}`)).status).toBe(404)
    for (const xml of ['', '<a/>', '<!DOCTYPE x [<!ENTITY a "b">]><EntityDescriptor/>', 'hello'])
      expect((await call('POST', '', { type: 'saml', metadata_xml: xml })).status).toBe(400)
  })
})
