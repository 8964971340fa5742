import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { formatRecoveryKey, parseRecoveryKey, proveRecoveryKey, readSheet } from './recovery-key.ts'

// Always the same, because the checksum misses one wrong digit in a million.
const key = createHash('sha256').update('any key').digest()
const codeOf = (text: string) => {
  try {
    parseRecoveryKey(text)
    return 'none'
  } catch (error) {
    return (error as { code?: string }).code
  }
}

it('writes two lines of seven groups, and reads them again', () => {
  for (const sample of [key, Buffer.alloc(32), Buffer.alloc(32, 255)]) {
    const text = formatRecoveryKey(sample)
    expect(text).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4} ){6}\S{4}\n(?:\S{4} ){6}\S{4}$/)
    expect(parseRecoveryKey(text)).toEqual(sample)
  }
})

it('finds the key between the sentences of a sheet', () => {
  const text = formatRecoveryKey(key).replaceAll(/^/gm, '    ')
  const sheet = `Printed: 2026-01-01\n\nKey of the installation:\n\n${text}\n\nKeep this sheet.`
  expect(readSheet(sheet)).toEqual(key)
  expect(readSheet(formatRecoveryKey(key))).toEqual(key)
})

it('reads a key as people type it', () => {
  const zero = formatRecoveryKey(Buffer.alloc(32)).replaceAll('0', 'o')
  expect(parseRecoveryKey(`\n${zero.toLowerCase().replaceAll(' ', '-')}\n`)).toEqual(
    Buffer.alloc(32),
  )
})

it.each([
  ['usual', key],
  ['zero', Buffer.alloc(32)],
  ['full', Buffer.alloc(32, 255)],
])('refuses a %s key with any one wrong, missing or additional digit', (_, sample) => {
  const digits = formatRecoveryKey(sample).replaceAll(/\s/g, '')
  for (let index = 0; index < digits.length; index += 1) {
    const [before, after] = [digits.slice(0, index), digits.slice(index + 1)]
    const others = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'.replace(digits.charAt(index), '')
    for (const other of others)
      expect(codeOf(before + other + after)).toBe('recovery_key_unreadable')
    expect(codeOf(before + after)).toBe('recovery_key_unreadable')
  }
  expect(codeOf(`${digits}A`)).toBe('recovery_key_unreadable')
  expect(codeOf(`${digits.slice(1)}!`)).toBe('recovery_key_unreadable')
})

it('proves a key without containing it', () => {
  expect(proveRecoveryKey(key)).toMatch(/^[0-9a-f]{64}$/)
  expect(proveRecoveryKey(key)).not.toContain(key.toString('hex').slice(0, 8))
  expect(proveRecoveryKey(key)).not.toBe(proveRecoveryKey(Buffer.alloc(32)))
})
