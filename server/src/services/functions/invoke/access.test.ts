import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../lib/clock.ts'
import { generateApiKeys } from '../../../project/keys/api-keys.ts'
import { createFixedKeyRing, createKeyRing } from '../../../project/keys/key-ring.ts'
import type { Project } from '../../../project/project.ts'
import { createRequireToken } from './access.ts'

const fixed = createFixedKeyRing(generateApiKeys('probe', new Date()))
const withoutLegacyKeys = createKeyRing({
  ...fixed.verifying,
  areLegacyKeysEnabled: false,
  inUse: undefined,
  noteUse() {},
})

const requireToken = createRequireToken(systemClock)

const requiring = (token: string, keys = fixed) => {
  const project = { ref: 'probe', keys } as Project
  return () => requireToken(project, { authorization: `Bearer ${token}` })
}
const refusal = (code: string) => expect.objectContaining({ code, status: 401 })

describe('a function that requires a token', () => {
  it('accepts access tokens, opaque keys, and legacy keys while they are enabled', () => {
    expect(requiring(fixed.sign({ role: 'authenticated' }))).not.toThrow()
    expect(requiring(fixed.publishableKey)).not.toThrow()
    expect(requiring(fixed.anonKey)).not.toThrow()
    expect(requiring(fixed.sign({ role: 'authenticated' }), withoutLegacyKeys)).not.toThrow()
  })

  it.each([
    ['the anonymous key', fixed.anonKey],
    ['the service key', fixed.serviceRoleKey],
    ['a token without a role, which runs as anon', fixed.sign({ sub: 'ada' })],
  ])('refuses %s once legacy keys are disabled', (_name, token) => {
    expect(requiring(token, withoutLegacyKeys)).toThrow(refusal('UNAUTHORIZED_LEGACY_JWT'))
  })

  it('refuses other tokens with the reason', () => {
    expect(requiring('sb_secret_of-nobody')).toThrow(refusal('UNAUTHORIZED_INVALID_JWT_FORMAT'))
    expect(requiring(fixed.sign({ exp: 1 }))).toThrow(refusal('UNAUTHORIZED_EXPIRED_JWT'))
    expect(requiring('')).toThrow(refusal('UNAUTHORIZED_NO_AUTH_HEADER'))
  })

  it('refuses a token that it has accepted before, once it has expired', () => {
    let now = new Date()
    const requireNow = createRequireToken({ now: () => now })
    const exp = Math.floor(now.getTime() / 1000) + 60
    const headers = { authorization: `Bearer ${fixed.sign({ role: 'authenticated', exp })}` }
    const project = { ref: 'probe', keys: fixed } as Project
    expect(() => requireNow(project, headers)).not.toThrow()
    now = new Date((exp + 60) * 1000)
    expect(() => requireNow(project, headers)).toThrow(refusal('UNAUTHORIZED_EXPIRED_JWT'))
  })
})
