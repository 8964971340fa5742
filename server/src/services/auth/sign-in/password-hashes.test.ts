import { hash as argonHash } from '@node-rs/argon2'
import { expect, it } from 'vitest'
import { matchesHash } from './hash-matching.ts'
import { checkPasswordHash, isForeignHash } from './password-hashes.ts'

// The example of Firebase's own description of its scrypt variant.
const FIREBASE =
  '$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ=='

it('verifies a Firebase scrypt hash', () => {
  checkPasswordHash(FIREBASE)
  expect(isForeignHash(FIREBASE)).toBe(true)
  expect(matchesHash('user1password', FIREBASE)).toBe(true)
  expect(matchesHash('user2password', FIREBASE)).toBe(false)
})

const ARGON2I =
  '$argon2i$v=19$m=8192,t=2,p=1$lUsvNEgML5Fd9CAGlVpIZw$vw+k+CAafsYVN6/zBN52QwtIlQSfLJW5blRYAysdDgY'

it.each([
  ['argon2i', async () => ARGON2I],
  ['argon2id', () => argonHash('right', { memoryCost: 8192, timeCost: 2 })],
])('verifies an %s hash', async (_, make) => {
  const hash = await make()
  checkPasswordHash(hash)
  expect(matchesHash('right', hash)).toBe(true)
  expect(matchesHash('wrong', hash)).toBe(false)
})

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
