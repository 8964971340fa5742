import { expect, it } from 'vitest'
import { maskPasswords } from './mask-passwords.ts'

it.each([
  ["alter role a password 'x''y' valid", "alter role a password '***' valid"],
  ["alter role a PASSWORD E'x\\'y'; select 'z'", "alter role a PASSWORD '***'; select 'z'"],
  ['create role a password $p$it’s $1$p$ login', "create role a password '***' login"],
  ['create role a password $$x$$, password $b$y', "create role a password '***', password '***'"],
  ["password = 'x' and password='y'", "password = '***' and password='***'"],
  ["password 'cut off", "password '***'"],
  ["password 'password ''x'' y' z", "password '***' z"],
  ['password_hash is null', 'password_hash is null'],
  ['no secret', 'no secret'],
])('masks %j as %j', (text, masked) => {
  expect(maskPasswords(text)).toBe(masked)
})

it('takes openings that nothing closes for one', () => {
  const text = Array.from({ length: 100_000 }, (_, at) => `password $a${at}$`).join('')
  expect(maskPasswords(text)).toBe("password '***'")
})
