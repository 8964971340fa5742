import {
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  sign,
  type JsonWebKey,
} from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { publicRoutes, type ServiceRoute } from '../../server/test/service-routes.ts'
import { installationKeyOf } from './control-plane.ts'
import { request, sendRaw } from './raw-request.ts'
import { deriveKey } from '../../server/src/lib/secret-box.ts'

import type { AttackWorld } from './attack-world.ts'

// No HTTP client sends TRACE.
const routes = (await publicRoutes()).filter(({ method }) => method !== 'TRACE')
const services = [...new Set(routes.map(({ service }) => service))]

/**
 * Declares the tests that call the APIs of a project with wrong keys and tokens. Each one is sent to
 * one route of each service, or to every route: most are decided before a route is, so that a
 * thorough run finds only what a route does on its own.
 */
export function testProjectKeys(world: AttackWorld, isThorough: boolean): void {
  const [victim, other] = world.organizations
  const [front, back] = victim.projects
  const foreign = other.projects[0]

  /** Paths without a key of the service's declaration. */
  const isKeyless = ({ service, path: route }: ServiceRoute) =>
    (service.publicDoor?.keyless ?? []).some((pattern) =>
      pattern.endsWith('/*') ? route.startsWith(pattern.slice(0, -1)) : route === pattern,
    )
  const keyed = routes.filter((route) => !isKeyless(route))
  const sample = isThorough
    ? keyed
    : services.flatMap((service) => keyed.find((route) => route.service === service) ?? [])

  const ID = '00000000-0000-4000-8000-000000000000'
  const VALUES: Readonly<Record<string, string>> = {
    name: 'zinnia_front',
    id: ID,
    factorId: ID,
    passkeyId: ID,
    bucket: 'files',
    identityId: ID,
    clientId: ID,
    authorizationId: ID,
    identifier: 'custom:anything',
    topic: 'anything',
    event: 'anything',
  }

  /** The address of a route in a project, with something in the place of every parameter. */
  function addressOf({ service, path: route }: ServiceRoute, base: string): string {
    const filled = route.replaceAll(/:(\w+)|\*/g, (all, name: string | undefined) => {
      if (name === undefined) return 'anything'
      const value = VALUES[name]
      if (value === undefined) throw new Error(`${service.name} ${route}: no value for ${all}`)
      return value
    })
    return `${base}/${service.name}/v1${filled}`
  }

  type Credentials = Readonly<Record<string, string>>
  type Answer = { readonly status: number; readonly text: string }

  async function send(
    route: ServiceRoute,
    headers: Credentials,
    base = front.apiUrl,
  ): Promise<Answer> {
    const hasBody = ['POST', 'PUT', 'PATCH'].includes(route.method)
    const response = await fetch(addressOf(route, base), {
      method: route.method,
      redirect: 'manual',
      headers: { ...headers, ...(hasBody && { 'content-type': 'application/json' }) },
      ...(hasBody && { body: '{}' }),
    })
    return { status: response.status, text: await response.text() }
  }

  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const decode = (part = '') =>
    JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
  const SERVICE = { role: 'service_role', iss: 'supabase', iat: 1_700_000_000, exp: 4_000_000_000 }

  /** A token signed by HMAC with any header, as an attacker makes it. */
  function forge(head: object, claims: object, secret: string): string {
    const input = `${encode(head)}.${encode(claims)}`
    return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
  }
  const hs256 = { alg: 'HS256', typ: 'JWT' }

  /** The user's token with other claims and its signature, or with no signature. */
  function altered(change: object, signature?: string): string {
    const [head, payload, own] = front.user.token.split('.')
    return `${head}.${encode({ ...decode(payload), ...change })}.${signature ?? own}`
  }

  const userHead = decode(front.user.token.split('.')[0])
  let revokedKey = ''
  let publicKeys: (JsonWebKey & { kid: string })[] = []
  let platformService = ''
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' })

  beforeAll(async () => {
    const headers = {
      authorization: `Bearer ${victim.people.owner.token}`,
      'content-type': 'application/json',
    }
    const keys = `${world.url}/platform/projects/${front.ref}/api-keys`
    const body = JSON.stringify({ kind: 'secret', name: 'revoked' })
    const made = await fetch(keys, { method: 'POST', headers, body })
    const { id, value } = (await made.json()) as { id: string; value: string }
    await fetch(`${keys}/${id}`, {
      method: 'DELETE',
      headers: { authorization: headers.authorization },
    })
    revokedKey = value
    const jwks = await fetch(`${front.apiUrl}/auth/v1/.well-known/jwks.json`)
    publicKeys = ((await jwks.json()) as { keys: typeof publicKeys }).keys
    const secret = deriveKey(await installationKeyOf(world.dataDir), 'platform/jwt')
    platformService = forge(hs256, { ...SERVICE, ref: 'platform' }, secret.toString('base64url'))
  })

  /** Tokens that somebody without the project's secret can create or obtain elsewhere. */
  const forged: readonly (readonly [string, () => string])[] = [
    ['that is no token', () => 'root'],
    ['that is empty parts', () => '..'],
    ['without a signature, alg none', () => `${encode({ alg: 'none' })}.${encode(SERVICE)}.`],
    ['without a signature, alg None', () => `${encode({ alg: 'None' })}.${encode(SERVICE)}.`],
    ['without an alg', () => forge({ typ: 'JWT' }, SERVICE, '')],
    ['signed with the empty secret', () => forge(hs256, SERVICE, '')],
    ['signed with a guess', () => forge(hs256, SERVICE, 'super-secret-jwt-token')],
    ['signed with the publishable key', () => forge(hs256, SERVICE, front.publishableKey)],
    ['signed with the anon key', () => forge(hs256, SERVICE, front.anonKey)],
    ["signed with a neighbor's secret", () => forge(hs256, SERVICE, back.jwtSecret)],
    [
      "signed with a neighbor's secret for this key",
      () => forge({ ...hs256, kid: userHead['kid'] }, SERVICE, back.jwtSecret),
    ],
    [
      'signed with the public key as a shared secret (JWK)',
      () => forge({ ...hs256, kid: publicKeys[0]?.kid }, SERVICE, JSON.stringify(publicKeys[0])),
    ],
    [
      'signed with the public key as a shared secret (PEM)',
      () => {
        const key = createPublicKey({ key: publicKeys[0] ?? {}, format: 'jwk' })
        const pem = key.export({ type: 'spki', format: 'pem' }).toString()
        return forge({ ...hs256, kid: publicKeys[0]?.kid }, SERVICE, pem)
      },
    ],
    [
      'with a key of its own in the header',
      () => withOwnKey({ jwk: own.publicKey.export({ format: 'jwk' }) }),
    ],
    ['with the address of a key', () => withOwnKey({ jku: 'http://localhost:1/jwks.json' })],
    ['with the address of a certificate', () => withOwnKey({ x5u: 'http://localhost:1/cert.pem' })],
    ['by the name of a published key', () => withOwnKey({ kid: publicKeys[0]?.kid })],
    [
      'with a path as the name of a key',
      () => forge({ ...hs256, kid: '../../../../dev/null' }, SERVICE, ''),
    ],
    [
      'with SQL as the name of a key',
      () => forge({ ...hs256, kid: "' union select '' --" }, SERVICE, ''),
    ],
    ["of a user, with a service's role", () => altered({ role: 'service_role' })],
    ['of a user, without its signature', () => altered({}, '')],
    ['of a user, cut off', () => front.user.token.slice(0, -1)],
    ["of a neighbor's user", () => back.user.token],
    ["of another organization's user", () => foreign.user.token],
    ["of the platform's owner", () => victim.people.owner.token],
    ['of the platform as a service', () => platformService],
  ]

  function withOwnKey(head: object): string {
    const input = `${encode({ alg: 'ES256', typ: 'JWT', ...head })}.${encode(SERVICE)}`
    const key = { key: own.privateKey, dsaEncoding: 'ieee-p1363' as const }
    return `${input}.${sign('sha256', Buffer.from(input), key).toString('base64url')}`
  }

  /** Tokens that the project's own secret has signed but that must be refused. */
  const stale: readonly (readonly [string, object])[] = [
    ['expired', { exp: 1_700_000_000 }],
    ['not yet valid', { nbf: 4_000_000_000 }],
    ['issued in the future', { iat: 4_000_000_000 }],
    ['with a text as its end', { exp: 'never' }],
  ]

  const keys: readonly (readonly [string, () => string])[] = [
    ['empty', () => ''],
    ['made up', () => 'sb_secret_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
    ['the beginning of the secret key', () => front.secretKey.slice(0, -1)],
    ['the secret key and more', () => `${front.secretKey}A`],
    ['the secret key in capitals', () => front.secretKey.toUpperCase()],
    [
      'the secret key under the name of the other kind',
      () => front.secretKey.replace('secret', 'publishable'),
    ],
    ['revoked', () => revokedKey],
    ["a neighbor's publishable key", () => back.publishableKey],
    ["a neighbor's secret key", () => back.secretKey],
    ["a neighbor's anon key", () => back.anonKey],
    ["a neighbor's service key", () => back.serviceRoleKey],
    ["another organization's secret key", () => foreign.secretKey],
    ["another organization's service key", () => foreign.serviceRoleKey],
    ['the JWT secret', () => front.jwtSecret],
    ['the password of the database', () => front.databasePassword],
  ]

  /** The protocols of GoTrue and S3 refuse with 403; a response to HEAD says no more than that. */
  const isRefused = ({ status, text }: Answer) =>
    (status === 401 || (status === 403 && /^$|bad_jwt|<Code>AccessDenied</.test(text))) &&
    !text.includes(victim.marker)

  /** Sends the credentials to routes that need a key; lists the routes that did not refuse. */
  async function opened(credentials: Credentials, attacked = sample): Promise<string[]> {
    const wrong: string[] = []
    for (const route of attacked) {
      const { status, text } = await send(route, credentials)
      if (!isRefused({ status, text }))
        wrong.push(`${route.method} ${route.service.name}${route.path}: ${status} ${text}`)
    }
    return wrong
  }

  describe('the APIs of a project', () => {
    it('are those of the declared services, and name the paths without a key', () => {
      expect(services.map(({ name }) => name)).toEqual([
        'auth',
        'rest',
        'graphql',
        'storage',
        'realtime',
        'functions',
      ])
      expect(keyed.length).toBeGreaterThan(45)
      expect(services.flatMap(({ publicDoor }) => publicDoor?.keyless ?? [])).toEqual([
        '/verify',
        '/authorize',
        '/callback',
        '/.well-known/*',
        '/sso/saml/*',
        '/oauth/clients/register',
        '/oauth/authorize',
        '/oauth/token',
        '/oauth/userinfo',
        '/object/public/*',
        '/object/info/public/*',
        '/render/image/public/*',
        '/status',
        '/health',
        '/version',
        // Each function decides for itself.
        '/*',
      ])
    })

    it('accept the keys of the project, so that a refusal below is caused by the key', async () => {
      for (const apikey of [
        front.secretKey,
        front.serviceRoleKey,
        front.publishableKey,
        front.anonKey,
      ])
        for (const route of keyed)
          expect((await send(route, { apikey })).text).not.toMatch(/api_key_(invalid|missing)/)
    })

    it('refuse requests without a key, wherever else the key is', async () => {
      for (const credentials of [
        {},
        { authorization: 'Bearer' },
        { authorization: `Basic ${Buffer.from(`x:${front.secretKey}`).toString('base64')}` },
        { cookie: `apikey=${front.secretKey}` },
        { 'x-api-key': front.secretKey },
        { 'x-forwarded-apikey': front.secretKey },
      ] as readonly Credentials[])
        expect(await opened(credentials, keyed)).toEqual([])
    })

    it.each(keys)('refuse a key that is %s', async (_, key) => {
      expect(await opened({ apikey: key() })).toEqual([])
    })

    it.each(forged)('refuse a token %s, as the key and beside one', async (_, token) => {
      expect(await opened({ apikey: token() })).toEqual([])
      expect(
        await opened({ apikey: front.publishableKey, authorization: `Bearer ${token()}` }),
      ).toEqual([])
      expect(await opened({ authorization: `Bearer ${token()}` })).toEqual([])
    })

    it.each(stale)('refuse a token of their own that is %s', async (_, change) => {
      const token = forge(
        { ...hs256, kid: userHead['kid'] },
        { ...SERVICE, ...change },
        front.jwtSecret,
      )
      const authorization = `Bearer ${token}`
      expect(await opened({ apikey: front.publishableKey, authorization })).toEqual([])
    })

    it('respond to a token of any length, and with 431 to one too long for a request', async () => {
      const long = forge(hs256, { ...SERVICE, text: 'x'.repeat(30_000) }, 'secret')
      expect(await opened({ apikey: long })).toEqual([])
      const [route] = keyed
      const tooLong = forge(hs256, { ...SERVICE, text: 'x'.repeat(70_000) }, 'secret')
      expect(route && (await send(route, { apikey: tooLong })).status).toBe(431)
    })

    it('take the project from the host before the path', async () => {
      const { port } = new URL(world.url)
      for (const { name } of services) {
        const headers = [`Host: ${back.ref}.localhost:${port}`, `apikey: ${front.secretKey}`]
        const own = await sendRaw(world.url, request(`GET /${name}/v1/ HTTP/1.1`, headers))
        expect(own.status).toBe(
          ['auth', 'storage', 'realtime', 'functions'].includes(name) ? 404 : 401,
        )
        const line = `GET /p/${front.ref}/${name}/v1/ HTTP/1.1`
        const both = await sendRaw(world.url, request(line, headers))
        expect(both).toMatchObject({ status: 404, body: expect.stringContaining('no_such_api') })
      }
    })

    it('write no key of a query into a log', async () => {
      const key = front.secretKey
      await fetch(`${front.apiUrl}/rest/v1/?apikey=${key}`)
      await fetch(`${front.apiUrl}/rest/v1/nothing?apikey=${key}&select=x`, {
        headers: { apikey: key },
      })
      const log = await readFile(path.join(world.dataDir, 'logs', 'server.log'), 'utf8')
      expect(log).toContain(front.ref)
      for (const secret of [key, front.serviceRoleKey, front.jwtSecret, front.databasePassword])
        expect(log).not.toContain(secret)
    })
  })

  describe('a token of the project with the role of somebody above', () => {
    // The holder of the secret can sign any role; Postgres decides which ones the API can become.
    it.each([
      'supabase_admin',
      'postgres',
      'authenticator',
      'supabase_auth_admin',
      'pg_read_server_files',
      'dashboard_user',
      'none',
      '',
      'anon"; set role postgres; --',
      'service_role ',
    ])('is refused by every service that reads the database: %j', async (role) => {
      const token = forge({ ...hs256, kid: userHead['kid'] }, { ...SERVICE, role }, front.jwtSecret)
      const headers = { apikey: front.publishableKey, authorization: `Bearer ${token}` }
      const rest = await fetch(`${front.apiUrl}/rest/v1/zinnia_front`, { headers })
      expect([401, 403]).toContain(rest.status)
      expect(await rest.text()).not.toContain('a secret of')
      const graphql = await fetch(`${front.apiUrl}/graphql/v1`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: '{"query":"{ zinnia_frontCollection { edges { node { note } } } }"}',
      })
      expect(await graphql.text()).not.toContain('a secret of')
      const users = await fetch(`${front.apiUrl}/auth/v1/admin/users`, { headers })
      expect(users.status).toBe(403)
    })
  })

  describe('keys of the public', () => {
    const user = { apikey: front.publishableKey, authorization: `Bearer ${front.user.token}` }

    it.each([
      ['the publishable key', { apikey: front.publishableKey }],
      ['the anon key', { apikey: front.anonKey }],
      ['a signed-in user', user],
    ])('administer nothing: %s', async (_, credentials: Credentials) => {
      const admin = keyed.filter(({ path: route }) => /admin|invite|generate_link/.test(route))
      expect(admin.length).toBeGreaterThan(8)
      for (const route of admin) expect((await send(route, credentials)).status).toBe(403)
    })

    it.each([
      ['the publishable key', { apikey: front.publishableKey }],
      ['a signed-in user', user],
    ])('read no row that no policy shows: %s', async (_, credentials: Credentials) => {
      const rest = await fetch(`${front.apiUrl}/rest/v1/zinnia_front`, { headers: credentials })
      expect(await rest.json()).toEqual([])
    })
  })

  describe('the accounts of the platform itself', () => {
    const shared = routes.filter(({ service }) => service.servesPlatform)

    it.each([
      ["a project's service key", { apikey: front.serviceRoleKey }],
      ["a project's secret key", { apikey: front.secretKey }],
      ["a project's user", { authorization: `Bearer ${front.user.token}` }],
      ['a forged service key', { apikey: forge(hs256, SERVICE, front.jwtSecret) }],
    ])('refuse %s everywhere', async (_, credentials: Credentials) => {
      expect(shared.length).toBeGreaterThan(20)
      for (const route of shared)
        expect(await send(route, credentials, world.url)).toSatisfy(isRefused)
    })

    it.each([
      ['nobody', {}],
      ['a stranger', { authorization: `Bearer ${world.stranger.token}` }],
      ['an owner of an organization', { authorization: `Bearer ${victim.people.owner.token}` }],
    ])('are not administered by %s', async (_, credentials: Credentials) => {
      const admin = shared.filter(({ path: route }) => /admin|invite|generate_link/.test(route))
      for (const route of admin)
        expect((await send(route, credentials, world.url)).status).toBe(403)
    })
  })
}
