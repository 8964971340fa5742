import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createAuthApp, type AuthApp } from '../../../../test/auth/app.ts'
import { createCertificate } from '../../../../test/certificate.ts'
import { createTestProject, type TestProject } from '../../../../test/project.ts'
import { samlify } from '../../../../test/samlify.ts'

let test: TestProject
let auth: AuthApp
let issuer: Server

beforeAll(async () => {
  test = await createTestProject()
  auth = createAuthApp(test, {
    settings: { oauth_server_enabled: true, saml_enabled: true, mailer_autoconfirm: true },
  })
  issuer = createServer((request, response) => {
    const url = `http://${request.headers.host}`
    response.setHeader('content-type', 'application/json').end(
      JSON.stringify({
        issuer: url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        jwks_uri: `${url}/keys`,
      }),
    )
  })
  await new Promise<void>((resolve) => issuer.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  issuer.close()
  await auth.app.close()
  await test.stop()
})

const issuerUrl = () => `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`

describe('clients of the OAuth server', () => {
  const Created = z.looseObject({ client_id: z.string(), client_secret: z.string().optional() })
  const create = async (body: object) =>
    Created.parse(await auth.member('POST', '/oauth-clients', body))
  const shop = {
    client_name: 'Shop',
    redirect_uris: ['https://shop.example.com/callback'],
    token_endpoint_auth_method: 'client_secret_post',
  }

  /** The token endpoint's response to a client with a code that does not exist. */
  const proof = async (id: string, secret: string | undefined) => {
    const code = { grant_type: 'authorization_code', code: 'x', code_verifier: 'x' }
    const { body } = await auth.call('POST', '/oauth/token', {
      body: { ...code, client_id: id, client_secret: secret },
    })
    return body['error']
  }

  it('are created, changed, and deleted, and the token endpoint accepts their secret', async () => {
    const { client_id: id, client_secret: secret } = await create(shop)
    expect(await proof(id, secret)).toBe('invalid_grant')
    expect(await auth.member('GET', '/oauth-clients')).toMatchObject({
      clients: [{ client_id: id, client_type: 'confidential', registration_type: 'manual' }],
      total: 1,
    })
    expect(JSON.stringify(await auth.member('GET', '/oauth-clients'))).not.toContain('secret":')
    expect(
      await auth.member('PATCH', `/oauth-clients/${id}`, { client_name: 'Store' }),
    ).toMatchObject({ client_name: 'Store', redirect_uris: shop.redirect_uris })
    const { client_secret: next } = z
      .object({ client_secret: z.string() })
      .parse(await auth.member('POST', `/oauth-clients/${id}/secret`))
    expect(await proof(id, secret)).toBe('invalid_client')
    expect(await proof(id, next)).toBe('invalid_grant')
    expect(await auth.member('DELETE', `/oauth-clients/${id}`)).toEqual({})
    expect(await auth.member('GET', '/oauth-clients')).toMatchObject({ clients: [], total: 0 })
    expect(auth.audited.splice(0)).toEqual([
      { action: 'oauth_client.create', target: 'Shop' },
      { action: 'oauth_client.update', target: 'Store', metadata: { changed: 'client_name' } },
      { action: 'oauth_client.regenerate_secret', target: 'Store' },
      { action: 'oauth_client.delete', target: 'Store' },
    ])
  })

  it('have no secret if they are public', async () => {
    const client = await create({ ...shop, token_endpoint_auth_method: 'none' })
    expect(client).not.toHaveProperty('client_secret')
    expect(await auth.member('POST', `/oauth-clients/${client.client_id}/secret`)).toMatchObject({
      code: 'validation_failed',
    })
    await auth.member('DELETE', `/oauth-clients/${client.client_id}`)
    auth.audited.splice(0)
  })

  it.each([['javascript:alert(1)'], ['http://shop.example.com'], ['https://a.example.com/#x']])(
    'cannot redirect to %s',
    async (uri) => {
      const answer = await auth.member('POST', '/oauth-clients', { ...shop, redirect_uris: [uri] })
      expect(answer).toMatchObject({ code: 'validation_failed' })
      expect(auth.audited).toEqual([])
    },
  )
})

describe('custom providers', () => {
  it('are created from their discovery document, changed, disabled, and deleted', async () => {
    const created = await auth.member('POST', '/custom-providers', {
      identifier: 'custom:acme',
      provider_type: 'oidc',
      name: 'Acme',
      client_id: 'stoa',
      client_secret: 'a secret',
      issuer: issuerUrl(),
      scopes: ['profile'],
    })
    expect(created).toMatchObject({ identifier: 'custom:acme', issuer: issuerUrl() })
    expect(JSON.stringify(created)).not.toContain('a secret')
    const authorize = '/authorize?provider=custom:acme&skip_http_redirect=true'
    expect((await auth.call('GET', authorize)).body['url']).toContain(`${issuerUrl()}/authorize`)
    const path = '/custom-providers/custom%3Aacme'
    expect(
      await auth.member('PATCH', path, { name: 'Acme Inc', enabled: false, userinfo_url: '' }),
    ).toMatchObject({ name: 'Acme Inc', enabled: false })
    expect((await auth.call('GET', authorize)).status).toBe(400)
    expect(await auth.member('GET', '/custom-providers')).toMatchObject([{ name: 'Acme Inc' }])
    expect(await auth.member('DELETE', path)).toEqual({})
    expect(await auth.member('DELETE', path)).toMatchObject({ code: 'custom_provider_not_found' })
    expect(auth.audited.splice(0).map(({ action }) => action)).toEqual([
      'auth_provider.create',
      'auth_provider.update',
      'auth_provider.delete',
    ])
  })
})

describe('SAML providers', () => {
  const { key, cert } = createCertificate(['idp.example.com'], new Date(), 'rsa')
  const metadata = samlify
    .IdentityProvider({
      entityID: 'https://idp.example.com/metadata',
      privateKey: key,
      nameIDFormat: ['urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'],
      signingCert: cert.replaceAll(/-----[^-]+-----|\s/g, ''),
      singleSignOnService: [
        {
          Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect',
          Location: 'https://idp.example.com/sso',
        },
      ],
    })
    .getMetadata()

  it('are created from metadata, changed, disabled, and deleted', async () => {
    const { id } = z.looseObject({ id: z.string() }).parse(
      await auth.member('POST', '/sso-providers', {
        metadata_xml: metadata,
        domains: ['Example.org'],
        attribute_mapping: { team: { name: 'department', default: 'all' } },
      }),
    )
    const begin = () =>
      auth.call('POST', '/sso', { body: { domain: 'example.org', skip_http_redirect: true } })
    expect((await begin()).body['url']).toContain('https://idp.example.com/sso')
    expect(await auth.member('GET', '/sso-providers')).toMatchObject({
      providers: [
        {
          id,
          entity_id: 'https://idp.example.com/metadata',
          domains: ['example.org'],
          attribute_mapping: { team: { name: 'department', default: 'all' } },
        },
      ],
      entity_id: `${test.project.apiUrl}/auth/v1/sso/saml/metadata`,
      acs_url: `${test.project.apiUrl}/auth/v1/sso/saml/acs`,
    })
    const changed = await auth.member('PATCH', `/sso-providers/${id}`, { disabled: true })
    expect(changed).toMatchObject({ disabled: true, domains: ['example.org'] })
    expect((await begin()).status).toBe(404)
    expect(await auth.member('DELETE', `/sso-providers/${id}`)).toEqual({})
    expect(await auth.member('GET', '/sso-providers')).toMatchObject({ providers: [] })
    expect(auth.audited.splice(0)).toMatchObject([
      { action: 'sso_provider.create', target: 'https://idp.example.com/metadata' },
      { action: 'sso_provider.update', metadata: { changed: 'disabled' } },
      { action: 'sso_provider.delete' },
    ])
  })

  it('need metadata', async () => {
    expect(await auth.member('POST', '/sso-providers', { domains: [] })).toMatchObject({
      code: 'validation_failed',
    })
  })
})

describe('metrics', () => {
  it('count sign-ups, sign-ins, and active users by period', async () => {
    const none = { day: 0, week: 0, month: 0 }
    expect(await auth.member('GET', '/metrics')).toEqual({
      sign_ups: none,
      sign_ins: none,
      active_users: none,
    })
    const password = 'correct horse battery'
    for (const email of ['ada@example.com', 'bob@example.com'])
      await auth.call('POST', '/signup', { body: { email, password } })
    auth.pass(2 * 86_400)
    const body = { email: 'ada@example.com', password }
    await auth.call('POST', '/token?grant_type=password', { body })
    auth.pass(8 * 86_400)
    const { body: session } = await auth.call('POST', '/token?grant_type=password', { body })
    const { refresh_token: token } = session
    await auth.call('POST', '/token?grant_type=refresh_token', { body: { refresh_token: token } })
    const { sign_ups, sign_ins, active_users } = z
      .record(z.string(), z.unknown())
      .parse(await auth.member('GET', '/metrics'))
    expect(sign_ups).toEqual({ day: 0, week: 0, month: 2 })
    expect(sign_ins).toMatchObject({ day: 1, week: 1 })
    expect(active_users).toEqual({ day: 1, week: 1, month: 2 })
  })
})
