import {
  createHmac,
  createPublicKey,
  createSecretKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { signJwt, verifyJwt, type JwtAlgorithm, type JwtKey } from './jwt.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const SECONDS = NOW.getTime() / 1000
const claims = { sub: 'ada', exp: SECONDS + 60 }
const text = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

type Pair = { readonly signing: JwtKey; readonly verifying: JwtKey }

function pairOf(kid: string, algorithm: JwtAlgorithm): Pair {
  if (algorithm === 'HS256') {
    const key = createSecretKey(Buffer.from(`secret of ${kid}`.padEnd(32, '.')))
    return { signing: { kid, algorithm, key }, verifying: { kid, algorithm, key } }
  }
  const { privateKey } =
    algorithm === 'ES256'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    signing: { kid, algorithm, key: privateKey },
    verifying: { kid, algorithm, key: createPublicKey(privateKey) },
  }
}

const pairs = {
  HS256: pairOf('shared', 'HS256'),
  ES256: pairOf('curve', 'ES256'),
  RS256: pairOf('modulus', 'RS256'),
}
const all = Object.values(pairs).map(({ verifying }) => verifying)
const algorithms = ['HS256', 'ES256', 'RS256'] as const

const notByAnyKey = {
  state: 'invalid',
  reason: 'No suitable key or wrong key type',
  details: 'None of the keys was able to decode the JWT',
}

describe('a token', () => {
  it.each(algorithms)('signed with %s names its key and is valid by it', (algorithm) => {
    const { signing } = pairs[algorithm]
    const token = signJwt(claims, signing)
    const [header = ''] = token.split('.')
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({
      alg: algorithm,
      kid: signing.kid,
      typ: 'JWT',
    })
    expect(verifyJwt(token, all, NOW)).toEqual({ state: 'valid', claims, kid: signing.kid })
  })

  it.each(algorithms)('signed with %s is refused when a bit of it changes', (algorithm) => {
    const token = signJwt(claims, pairs[algorithm].signing)
    const [header = '', , signature = ''] = token.split('.')
    const other = `${header}.${text({ ...claims, sub: 'eve' })}.${signature}`
    expect(verifyJwt(other, all, NOW)).toEqual(notByAnyKey)
    for (const short of ['AA', signature.slice(0, -4)])
      expect(verifyJwt(`${token.slice(0, -signature.length)}${short}`, all, NOW).state).toBe(
        'invalid',
      )
  })

  it.each(algorithms)('signed with %s ends and begins with its claims', (algorithm) => {
    const { signing } = pairs[algorithm]
    const state = (given: object) => verifyJwt(signJwt({ ...given }, signing), all, NOW).state
    expect(state({ exp: SECONDS - 31 })).toBe('expired')
    expect(state({ exp: SECONDS - 29 })).toBe('valid')
    expect(state({ nbf: SECONDS + 29, iat: SECONDS + 29 })).toBe('valid')
    expect(state({ exp: null, nbf: null, iat: null, aud: null })).toBe('valid')
  })

  it.each([
    [{ exp: 'tomorrow' }, "The JWT 'exp' claim must be a number"],
    [{ nbf: 'tomorrow' }, "The JWT 'nbf' claim must be a number"],
    [{ iat: {} }, "The JWT 'iat' claim must be a number"],
    [{ nbf: SECONDS + 31 }, 'JWT not yet valid'],
    [{ iat: SECONDS + 31 }, 'JWT issued at future'],
    [{ aud: { me: true } }, "The JWT 'aud' claim must be a string or an array of strings"],
    [{ aud: ['me', 7] }, "The JWT 'aud' claim must be a string or an array of strings"],
  ])('that claims %j is refused with a reason', (given, reason) => {
    const token = signJwt(given, pairs.HS256.signing)
    expect(verifyJwt(token, all, NOW)).toEqual({ state: 'refused', reason })
  })

  it.each([{ aud: 'me' }, { aud: ['me', 'you'] }, { aud: [] }, { aud: '' }])(
    'is valid for any audience: %j',
    (given) => {
      const token = signJwt(given, pairs.HS256.signing)
      expect(verifyJwt(token, all, NOW).state).toBe('valid')
    },
  )

  it('without a name is checked against the shared secrets only', () => {
    const { signing, verifying } = pairOf('older', 'HS256')
    const unnamed = signJwt(claims, { ...signing, kid: undefined })
    expect(verifyJwt(unnamed, [...all, verifying], NOW)).toMatchObject({ state: 'valid' })
    expect(verifyJwt(unnamed, all, NOW).state).toBe('invalid')
    const curve = signJwt(claims, { ...pairs.ES256.signing, kid: undefined })
    expect(verifyJwt(curve, all, NOW).state).toBe('invalid')
  })

  it.each(['unknown', 7, null, {}, '__proto__'])('that names the key %j is refused', (kid) => {
    const header = text({ alg: 'HS256', kid, typ: 'JWT' })
    const input = `${header}.${text(claims)}`
    const { key } = pairs.HS256.signing
    const signature = createHmac('sha256', key).update(input).digest('base64url')
    expect(verifyJwt(`${input}.${signature}`, all, NOW)).toEqual({
      state: 'invalid',
      reason: 'No suitable key or wrong key type',
      details: 'No suitable key was found to decode the JWT',
    })
  })

  it('signed by one key is not valid by the name of another', () => {
    const stolen = signJwt(claims, { ...pairOf('x', 'ES256').signing, kid: 'curve' })
    expect(verifyJwt(stolen, all, NOW)).toEqual(notByAnyKey)
  })
})

describe('a token that chooses its algorithm', () => {
  const forged = (header: object, secret: KeyObject | string) => {
    const input = `${text(header)}.${text(claims)}`
    return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
  }

  it.each(['ES256', 'RS256'] as const)(
    'is refused when the public key of %s is its HMAC secret',
    (algorithm) => {
      const { kid, key } = pairs[algorithm].verifying
      const published = [
        key.export({ type: 'spki', format: 'pem' }).toString(),
        key.export({ type: 'spki', format: 'der' }).toString('latin1'),
        JSON.stringify(key.export({ format: 'jwk' })),
      ]
      for (const secret of published) {
        for (const header of [{ alg: 'HS256', kid }, { alg: 'HS256' }, { alg: algorithm, kid }])
          expect(verifyJwt(forged(header, secret), all, NOW).state).toBe('invalid')
        expect(verifyJwt(forged({ alg: 'HS256', kid }, secret), all, NOW)).toMatchObject({
          details: 'No suitable key was found to decode the JWT',
        })
      }
    },
  )

  it.each(['none', 'None', 'NONE', '', 'HS512', 'ES384', null, undefined])(
    'is refused with %j',
    (alg) => {
      for (const kid of [undefined, 'shared', 'curve', 'modulus'])
        for (const end of ['', 'AA', createHmac('sha256', '').update('x').digest('base64url')]) {
          const token = `${text({ alg, kid })}.${text(claims)}.${end}`
          expect(verifyJwt(token, all, NOW).state).toBe('invalid')
          expect(verifyJwt(token, 'secret', NOW).state).toBe('invalid')
        }
    },
  )

  it('is refused when it demands an extension', () => {
    const token = forged({ alg: 'HS256', crit: ['b64'], b64: false }, 'secret')
    expect(verifyJwt(token, 'secret', NOW).state).toBe('invalid')
  })
})

describe('a secret given as text', () => {
  it('signs without a key name and verifies tokens that name any key', () => {
    expect(verifyJwt(signJwt(claims, 'secret'), 'secret', NOW).state).toBe('valid')
    const key = createSecretKey(Buffer.from('secret'))
    const named = signJwt(claims, { kid: 'a', algorithm: 'HS256', key })
    expect(verifyJwt(named, 'secret', NOW).state).toBe('valid')
    expect(verifyJwt(named, 'another', NOW).state).toBe('invalid')
  })

  it.each(['', '.', '..', 'a.b', 'a.b.c', 'a.b.c.d', '🙂.🙂.🙂'])(
    'refuses %j without throwing',
    (token) => {
      expect(verifyJwt(token, 'secret', NOW).state).toBe('invalid')
      expect(verifyJwt(token, all, NOW).state).toBe('invalid')
    },
  )
})
