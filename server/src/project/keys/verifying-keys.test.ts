import { expect, it } from 'vitest'
import { generateApiKeys } from './api-keys.ts'
import { createFixedKeyRing, createKeyRing } from './key-ring.ts'
import { generateMaterial, toPair } from './signing-material.ts'
import { fromVerifyingKeys, toVerifyingKeys, VerifyingKeys } from './verifying-keys.ts'

const now = new Date('2026-03-01T12:00:00Z')
const defaults = generateApiKeys('garden', now)

it('accepts the same tokens and keys after a round trip through JSON, and signs none', async () => {
  const pairs = await Promise.all(
    (['HS256', 'ES256', 'RS256'] as const).map(async (algorithm) =>
      toPair(algorithm, algorithm, await generateMaterial(algorithm)),
    ),
  )
  const used: string[] = []
  for (const inUse of pairs) {
    const original = createKeyRing({
      defaults,
      opaque: [{ id: 'first', role: 'service_role', value: 'sb_secret_1' }],
      areLegacyKeysEnabled: false,
      inUse,
      accepted: pairs,
      noteUse() {},
    })
    const text = JSON.stringify(toVerifyingKeys(original))
    const copy = fromVerifyingKeys(VerifyingKeys.parse(JSON.parse(text)), (id) => used.push(id))
    const token = original.sign({ sub: 'ada' })
    expect(copy.verify(token, now)).toEqual(original.verify(token, now))
    expect(copy.verify(`${token}x`, now).state).toBe('invalid')
    expect(copy.findOpaqueKey('sb_secret_1')).toEqual({ id: 'first', role: 'service_role' })
    expect(copy).toMatchObject({ ...defaults, areLegacyKeysEnabled: false, jwks: original.jwks })
    expect(() => copy.sign({})).toThrow('does not sign')
    copy.noteUse('first')
  }
  expect(used).toEqual(['first', 'first', 'first'])
})

it('exports no private keys', async () => {
  const pair = toPair('k', 'ES256', await generateMaterial('ES256'))
  const ring = { ...createFixedKeyRing(defaults) }
  const { accepted } = toVerifyingKeys({
    ...ring,
    verifying: { ...ring.verifying, accepted: [pair] },
  })
  expect(accepted.map(({ key }) => Object.keys(key).sort())).toEqual([['crv', 'kty', 'x', 'y']])
})
