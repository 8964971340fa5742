import { createSecretKey, generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createFixedKeyRing, createKeyRing, type SigningPair } from './keys/key-ring.ts'
import { generateApiKeys } from './keys/api-keys.ts'
import { signJwt } from '../lib/jwt.ts'
import { secretMaterial, toPair } from './keys/signing-material.ts'
import { createCallerResolver } from './resolve-caller.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const seconds = NOW.getTime() / 1000
const defaults = generateApiKeys('probe', NOW)
const legacy = toPair('legacy', 'HS256', secretMaterial(defaults.jwtSecret))
const curve = toPair(
  'curve',
  'ES256',
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
)

type CallerCase = {
  accepted?: readonly SigningPair[]
  areLegacyKeysEnabled?: boolean
  opaque?: Parameters<typeof createKeyRing>[0]['opaque']
}

function setUp(given: CallerCase = {}) {
  const used: string[] = []
  const clock = { at: NOW, now: () => clock.at }
  const resolve = createCallerResolver(clock)
  const ringOf = ({
    accepted = [legacy, curve],
    areLegacyKeysEnabled = true,
    opaque = [
      { id: 'p1', role: 'anon', value: defaults.publishableKey },
      { id: 's1', role: 'service_role', value: defaults.secretKey },
      { id: 's2', role: 'service_role', value: 'sb_secret_another' },
    ],
  }: CallerCase) =>
    createKeyRing({
      defaults,
      opaque,
      areLegacyKeysEnabled,
      accepted,
      inUse: accepted.at(-1) ?? legacy,
      noteUse: (id) => void used.push(id),
    })
  const keys = ringOf(given)
  return { resolve, keys, ringOf, used, clock }
}

const person = { sub: 'ada', role: 'authenticated', exp: seconds + 60 }
const bearer = (token: string) => ({ apikey: undefined, authorization: `Bearer ${token}` })
const apikey = (key: string) => ({ apikey: key, authorization: undefined })
const refused = (code: string) => expect.objectContaining({ code, status: 401 })

describe('the caller of a request', () => {
  it.each([
    [defaults.publishableKey, 'anon', ['p1']],
    [defaults.secretKey, 'service_role', ['s1']],
    ['sb_secret_another', 'service_role', ['s2']],
    [defaults.anonKey, 'anon', []],
    [defaults.serviceRoleKey, 'service_role', []],
  ] as const)('with the key %s has the role %s, in either header', (key, role, ids) => {
    const { resolve, keys, used } = setUp()
    expect(resolve(keys, apikey(key)).role).toBe(role)
    expect(used).toEqual(ids)
    expect(resolve(keys, bearer(key)).role).toBe(role)
    expect(resolve(keys, { ...apikey(key), ...bearer(key), apikey: key }).role).toBe(role)
  })

  it('is the person if the request has both a key and an access token', () => {
    const { resolve, keys } = setUp()
    const token = signJwt(person, curve.signing)
    const caller = resolve(keys, { ...bearer(token), apikey: defaults.publishableKey })
    expect(caller).toMatchObject({ role: 'authenticated', claims: { sub: 'ada' } })
  })

  it.each(['sb_publishable_', 'sb_secret_', 'sb_', '', 'sb_secret_another ', 'x'])(
    'is refused with the invalid key %j',
    (key) => {
      const { resolve, keys, used } = setUp()
      expect(() => resolve(keys, apikey(key))).toThrow(refused('api_key_invalid'))
      expect(used).toEqual([])
    },
  )

  it('is refused with api_key_missing without any credentials', () => {
    const { resolve, keys } = setUp()
    expect(() => resolve(keys, { apikey: undefined, authorization: undefined })).toThrow(
      refused('api_key_missing'),
    )
  })
})

describe('a change of keys', () => {
  it('drops cached tokens, so those of a revoked key are refused immediately', () => {
    const { resolve, keys, ringOf } = setUp()
    const token = signJwt(person, curve.signing)
    expect(resolve(keys, bearer(token)).role).toBe('authenticated')
    const without = ringOf({ accepted: [legacy] })
    expect(() => resolve(without, bearer(token))).toThrow(refused('jwt_invalid'))
    expect(resolve(ringOf({ accepted: [curve, legacy] }), bearer(token)).role).toBe('authenticated')
  })

  it('revokes legacy keys along with the key that signed them', () => {
    const { resolve, ringOf } = setUp()
    const without = ringOf({ accepted: [curve] })
    for (const key of [defaults.anonKey, defaults.serviceRoleKey])
      expect(() => resolve(without, apikey(key))).toThrow(refused('api_key_invalid'))
  })

  it('revokes a deleted key', () => {
    const { resolve, keys, ringOf } = setUp()
    expect(resolve(keys, apikey(defaults.secretKey)).role).toBe('service_role')
    const without = ringOf({ opaque: [] })
    expect(() => resolve(without, apikey(defaults.secretKey))).toThrow(refused('api_key_invalid'))
    expect(() => resolve(without, bearer(defaults.secretKey))).toThrow(refused('jwt_invalid'))
  })
})

describe('disabled legacy keys', () => {
  const off = { areLegacyKeysEnabled: false }

  it('are refused in either header, even if signed by hand', () => {
    const { resolve, keys } = setUp(off)
    const byHand = signJwt({ role: 'service_role', exp: seconds + 60 }, defaults.jwtSecret)
    for (const key of [defaults.anonKey, defaults.serviceRoleKey, byHand])
      for (const credentials of [apikey(key), bearer(key)])
        expect(() => resolve(keys, credentials)).toThrow(refused('legacy_api_keys_disabled'))
  })

  it('do not affect people’s tokens or other keys', () => {
    const { resolve, keys } = setUp(off)
    expect(resolve(keys, bearer(signJwt(person, defaults.jwtSecret))).role).toBe('authenticated')
    expect(resolve(keys, bearer(signJwt(person, legacy.signing))).role).toBe('authenticated')
    expect(resolve(keys, apikey(defaults.secretKey)).role).toBe('service_role')
  })
})

describe('an access token', () => {
  it('is verified once and then cached until it expires', () => {
    const { resolve, keys, clock } = setUp()
    const token = signJwt(person, curve.signing)
    const caller = resolve(keys, bearer(token))
    expect(resolve(keys, bearer(token))).toBe(caller)
    clock.at = new Date(NOW.getTime() + 100_000)
    expect(() => resolve(keys, bearer(token))).toThrow(refused('jwt_expired'))
  })

  it('without a role runs as anon, which its claims tell Postgres', () => {
    const { resolve, keys } = setUp()
    const caller = resolve(keys, bearer(signJwt({ sub: 'ada' }, curve.signing)))
    expect(caller).toMatchObject({ role: 'anon', claims: { sub: 'ada', role: 'anon' } })
    expect(JSON.parse(caller.claimsJson)).toEqual({ sub: 'ada', role: 'anon' })
  })

  it.each([7, null, ['service_role']])('with the role %j runs as an unknown role', (role) => {
    const { resolve, keys } = setUp()
    const caller = resolve(keys, bearer(signJwt({ role }, curve.signing)))
    expect(caller.role).toBe(JSON.stringify(role))
  })

  it('that is not valid yet is refused', () => {
    const { resolve, keys } = setUp()
    const token = signJwt({ ...person, nbf: seconds + 60 }, curve.signing)
    expect(() => resolve(keys, bearer(token))).toThrow(refused('jwt_refused'))
  })

  it('of another project is refused', () => {
    const { resolve, keys } = setUp()
    const other = createSecretKey(Buffer.from('of another project'))
    const token = signJwt(person, { kid: undefined, algorithm: 'HS256', key: other })
    expect(() => resolve(keys, bearer(token))).toThrow(refused('jwt_invalid'))
  })

  it('of the platform has no kid and is accepted', () => {
    const { resolve } = setUp()
    const fixed = createFixedKeyRing(defaults)
    const token = fixed.sign(person)
    expect(JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())).toEqual({
      alg: 'HS256',
      typ: 'JWT',
    })
    expect(resolve(fixed, bearer(token)).role).toBe('authenticated')
    expect(resolve(fixed, apikey(defaults.secretKey)).role).toBe('service_role')
  })
})
