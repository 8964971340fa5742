import { Algorithm, hash as argonHash } from '@node-rs/argon2'
import { expect, it } from 'vitest'
import { checkPasswordHash, isForeignHash, matchesHash } from './password-hashes.ts'

// The example of Firebase's own description of its scrypt variant.
const FIREBASE =
  '$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ=='

it('verifies a Firebase scrypt hash', async () => {
  checkPasswordHash(FIREBASE)
  expect(isForeignHash(FIREBASE)).toBe(true)
  expect(await matchesHash('user1password', FIREBASE)).toBe(true)
  expect(await matchesHash('user2password', FIREBASE)).toBe(false)
})

it.each([Algorithm.Argon2i, Algorithm.Argon2id])(
  'verifies an argon2 hash (%s)',
  async (algorithm) => {
    const hash = await argonHash('right', { algorithm, memoryCost: 8192, timeCost: 2 })
    checkPasswordHash(hash)
    expect(await matchesHash('right', hash)).toBe(true)
    expect(await matchesHash('wrong', hash)).toBe(false)
  },
)

it.each([
  ['nonsense', 'validation_failed'],
  ['', 'validation_failed'],
  ['$argon2d$v=19$m=65536,t=3,p=4$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA', 'validation_failed'],
  ['$fbscrypt$v=1,n=14,r=8,p=1$c2FsdA==$aGFzaA==', 'validation_failed'],
  [
    '$argon2id$v=19$m=4194304,t=3,p=4$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA',
    'password_hash_too_costly',
  ],
  [
    '$argon2id$v=19$m=65536,t=900,p=4$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA',
    'password_hash_too_costly',
  ],
  [FIREBASE.replace('n=14', 'n=20'), 'password_hash_too_costly'],
])('refuses %s with %s', (hash, code) => {
  expect(() => checkPasswordHash(hash)).toThrow(expect.objectContaining({ code }))
})
