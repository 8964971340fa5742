import { generateKeyPairSync, type JsonWebKey } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { signJwt, verifyJwt } from '../../lib/jwt.ts'
import {
  exportMaterial,
  generateMaterial,
  importMaterial,
  isSameMaterial,
  toPair,
} from './signing-material.ts'

const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
const modulus = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
const pem = (type: 'pkcs8' | 'sec1' | 'pkcs1', key = curve) =>
  key.export({ type, format: 'pem' }).toString()
const jwk = (key = curve) => JSON.stringify(key.export({ format: 'jwk' }))
const now = new Date()

const works = (algorithm: 'HS256' | 'ES256' | 'RS256', material: JsonWebKey) => {
  const pair = toPair('kid', algorithm, material)
  return verifyJwt(signJwt({ sub: 'ada' }, pair.signing), [pair.verifying], now).state
}

describe('a signing key', () => {
  it.each(['HS256', 'ES256', 'RS256'] as const)(
    'generated for %s signs, publishes no secret part, and can be exported and imported again',
    async (algorithm) => {
      const material = await generateMaterial(algorithm)
      expect(works(algorithm, material)).toBe('valid')
      const { publicJwk } = toPair('kid', algorithm, material)
      for (const part of ['k', 'd', 'p', 'q', 'dp', 'dq', 'qi'])
        expect(publicJwk ?? {}).not.toHaveProperty(part)
      const published = expect.objectContaining({ kid: 'kid', alg: algorithm, use: 'sig' })
      expect(publicJwk).toEqual(algorithm === 'HS256' ? null : published)
      const again = importMaterial(algorithm, exportMaterial(algorithm, material))
      expect(isSameMaterial(again, material)).toBe(true)
      expect(isSameMaterial(await generateMaterial(algorithm), material)).toBe(false)
    },
  )

  it.each([
    ['ES256', pem('pkcs8')],
    ['ES256', pem('sec1')],
    ['ES256', jwk()],
    ['ES256', `\n ${jwk()} \n`],
    ['RS256', pem('pkcs8', modulus)],
    ['RS256', pem('pkcs1', modulus)],
    ['RS256', jwk(modulus)],
  ] as const)('for %s can be imported in any supported form', (algorithm, given) => {
    expect(works(algorithm, importMaterial(algorithm, given))).toBe('valid')
  })

  it('uses the UTF-8 bytes of a text as its secret, as other libraries do', () => {
    const secret = 'a secret of thirty-two bytes, ä-ö'
    const { signing } = toPair('kid', 'HS256', importMaterial('HS256', secret))
    expect(verifyJwt(signJwt({}, signing), secret, now).state).toBe('valid')
  })

  const { d, x } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    format: 'jwk',
  })
  const small = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey
  const otherCurve = generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey
  const locked = curve.export({
    type: 'pkcs8',
    format: 'pem',
    cipher: 'aes-256-cbc',
    passphrase: 'x',
  })
  it.each([
    ['ES256', 'rubbish', 'not a key'],
    ['ES256', '{', 'an incomplete JWK'],
    ['ES256', '{"kty":"oct","k":"AAAA"}', 'a secret as JWK'],
    ['ES256', 'null', 'JSON null'],
    ['ES256', pem('pkcs8', modulus), 'a key for another algorithm'],
    ['RS256', pem('pkcs8'), 'a key for another algorithm'],
    ['ES256', pem('pkcs8', otherCurve), 'a key on another curve'],
    ['RS256', pem('pkcs8', small), 'a modulus that is too short'],
    ['ES256', locked.toString(), 'an encrypted key'],
    ['ES256', JSON.stringify({ kty: 'EC', crv: 'P-256', x, y: x, d }), 'a point off the curve'],
    ['ES256', JSON.stringify({ ...curve.export({ format: 'jwk' }), d }), 'a mismatched pair'],
    ['HS256', 'x'.repeat(31), 'a secret that is too short'],
    ['HS256', 'x'.repeat(1025), 'a secret that is too long'],
  ] as const)('is refused for %s when it is %j (%s)', (algorithm, given, _why) => {
    let error: unknown
    try {
      importMaterial(algorithm, given)
    } catch (caught) {
      error = caught
    }
    expect(error).toMatchObject({ code: 'signing_key_invalid', status: 400, cause: undefined })
    const said = `${JSON.stringify(error)} ${error instanceof Error ? error.stack : ''}`
    expect(said).not.toContain(JSON.stringify(given).slice(1, -1).padEnd(10))
  })

  it('is refused without its private half', () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    for (const given of [
      publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      JSON.stringify(publicKey.export({ format: 'jwk' })),
    ])
      expect(() => importMaterial('ES256', given)).toThrow('Could not import the key')
  })
})
