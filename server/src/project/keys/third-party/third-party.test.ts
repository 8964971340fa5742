import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Outgoing } from '../../../lib/outgoing.ts'
import { generateApiKeys } from '../api-keys.ts'
import { createKeyRing } from '../key-ring.ts'
import { KeySet } from './key-set.ts'
import { readKeys } from './read-keys.ts'

const ISSUER = 'https://issuer.example.com/'
const now = new Date('2026-03-01T12:00:00Z')
const seconds = now.getTime() / 1000

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const publicJwk = (key: KeyObject, kid: string, more: object = {}) => ({
  ...key.export({ format: 'jwk' }),
  kid,
  ...more,
})
const keySet = { keys: [publicJwk(rsa.publicKey, 'one'), publicJwk(ec.publicKey, 'two')] }

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
function token(claims: object, { alg = 'RS256', kid = 'one', key = rsa.privateKey } = {}): string {
  const all = { iss: ISSUER, sub: 'ada', role: 'authenticated', exp: seconds + 60, ...claims }
  const input = `${encode({ alg, kid })}.${encode(all)}`
  const signature = sign('sha256', Buffer.from(input), {
    key,
    ...(alg === 'ES256' && { dsaEncoding: 'ieee-p1363' as const }),
  })
  return `${input}.${signature.toString('base64url')}`
}

function ring(resolvedAt = now) {
  const asked: string[] = []
  const keys = createKeyRing({
    defaults: generateApiKeys('a'.repeat(20), now),
    opaque: [],
    areLegacyKeysEnabled: true,
    inUse: undefined,
    accepted: [],
    noteUse: () => {},
    thirdParties: [
      {
        id: 'party',
        issuer: ISSUER,
        keys: KeySet.parse(keySet).keys,
        resolvedAt: resolvedAt.getTime(),
      },
    ],
    readAgain: (id) => void asked.push(id),
  })
  return { asked, verify: (given: string) => keys.verify(given, now), keys }
}

it('verifies tokens of another service with its keys, and marks them as third-party', () => {
  const { verify, asked, keys } = ring()
  expect(verify(token({}))).toMatchObject({
    state: 'valid',
    isThirdParty: true,
    claims: { sub: 'ada' },
  })
  expect(verify(token({}, { alg: 'ES256', kid: 'two', key: ec.privateKey })).state).toBe('valid')
  expect(asked).toEqual([])
  // The project does not publish the other service's keys.
  expect(keys.jwks).toEqual([])
})

it.each([
  ['of an issuer whose name differs by a slash', { iss: ISSUER.slice(0, -1) }, 'invalid'],
  ['without an issuer', { iss: undefined }, 'invalid'],
  ['with an issuer that is no text', { iss: [ISSUER] }, 'invalid'],
  ['that has expired', { exp: seconds - 60 }, 'expired'],
  ['that never expires', { exp: undefined }, 'refused'],
  ['as the service role', { role: 'service_role' }, 'refused'],
  ['as an administrator', { role: 'supabase_auth_admin' }, 'refused'],
  ['as the owner', { role: 'postgres' }, 'refused'],
  ['with a role that is no text', { role: ['anon'] }, 'refused'],
])('rejects a token %s', (_, claims, state) => {
  expect(ring().verify(token(claims)).state).toBe(state)
})

it('rejects a token signed with another key, unsigned, or signed with the public key as a secret', () => {
  const { verify } = ring()
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  expect(verify(token({}, { key: stranger })).state).toBe('invalid')
  expect(verify(token({}, { alg: 'HS256' })).state).toBe('invalid')
  expect(verify(token({}, { kid: 'two' })).state).toBe('invalid')
  const [, payload] = token({}).split('.')
  expect(verify(`${encode({ alg: 'none', kid: 'one' })}.${payload}.`).state).toBe('invalid')
})

it('fetches the keys again if they are old, or lack the key of a token', () => {
  const rotated = ring()
  rotated.verify(token({}, { kid: 'three' }))
  expect(rotated.asked).toEqual(['party'])
  const old = ring(new Date(now.getTime() - 11 * 60_000))
  expect(old.verify(token({})).state).toBe('valid')
  expect(old.asked).toEqual(['party'])
  const others = ring()
  others.verify(token({ iss: 'https://other.example.com' }))
  expect(others.asked).toEqual([])
})

it('keeps only public keys that verify signatures, and are strong', () => {
  const weak = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey
  const kept = KeySet.parse({
    keys: [
      publicJwk(rsa.privateKey, 'one'),
      publicJwk(weak, 'weak'),
      publicJwk(rsa.publicKey, 'encryption', { use: 'enc' }),
      publicJwk(rsa.publicKey, 'other', { alg: 'PS256' }),
      { kty: 'oct', k: 'c2VjcmV0', kid: 'secret', alg: 'HS256' },
      { ...publicJwk(rsa.publicKey, 'x'), kid: undefined },
      { ...publicJwk(ec.publicKey, 'broken'), x: 'AA' },
    ],
  })
  expect(kept.keys.map(({ kid }) => kid)).toEqual(['one'])
  expect(Object.keys(kept.keys[0] ?? {}).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n'])
})

const answering = (pages: Readonly<Record<string, unknown>>): Outgoing => ({
  resolve: async () => '192.0.2.1',
  request: async ({ url }) => ({
    status: url in pages ? 200 : 404,
    headers: {},
    body: typeof pages[url] === 'string' ? pages[url] : JSON.stringify(pages[url]),
  }),
})
const source = { oidcIssuerUrl: 'https://issuer.example.com', jwksUrl: null, customJwks: null }
const DISCOVERY = 'https://issuer.example.com/.well-known/openid-configuration'
const KEYS = 'https://keys.example.com/jwks'

it('finds the keys by the discovery document, whose issuer is the exact one', async () => {
  const outgoing = answering({ [DISCOVERY]: { issuer: ISSUER, jwks_uri: KEYS }, [KEYS]: keySet })
  const { issuer, jwks } = await readKeys(outgoing, source)
  expect([issuer, jwks.keys.length]).toEqual([ISSUER, 2])
})

it.each([
  [
    'the document of another issuer',
    { [DISCOVERY]: { issuer: 'https://x.example', jwks_uri: KEYS } },
  ],
  ['no document', {}],
  ['no JSON', { [DISCOVERY]: '<html>' }],
  ['an address that is no web address', { [DISCOVERY]: { issuer: ISSUER, jwks_uri: 'file:///a' } }],
  ['no keys', { [DISCOVERY]: { issuer: ISSUER, jwks_uri: KEYS }, [KEYS]: { keys: [] } }],
])('refuses an issuer with %s', async (_, pages) => {
  await expect(readKeys(answering(pages), source)).rejects.toMatchObject({
    code: 'third_party_auth_invalid',
    status: 400,
  })
})

it('takes the keys from an address or from the request', async () => {
  const given = { ...source, jwksUrl: KEYS }
  expect(await readKeys(answering({ [KEYS]: keySet }), given)).toMatchObject({
    issuer: source.oidcIssuerUrl,
  })
  const custom = await readKeys(answering({}), { ...source, customJwks: keySet })
  expect(custom.jwks.keys).toHaveLength(2)
})
