import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createSecretBox, deriveKey } from './secret-box.ts'

const key = randomBytes(32)
const box = createSecretBox(key, 'test')

describe('a secret box', () => {
  it('opens what it has sealed', () => {
    for (const text of ['', 'hunter2', 'Grüße 🔑'])
      expect(box.open(box.seal(text, 'a'), 'a')).toBe(text)
  })

  it('contains no plain text and differs each time', () => {
    const sealed = box.seal('hunter2', 'a')
    expect(sealed.includes('hunter2')).toBe(false)
    expect(sealed.equals(box.seal('hunter2', 'a'))).toBe(false)
  })

  it.each([
    ['for another context', () => box.open(box.seal('x', 'a'), 'b')],
    [
      'with another key',
      () => createSecretBox(randomBytes(32), 'test').open(box.seal('x', 'a'), 'a'),
    ],
    ['for another purpose', () => createSecretBox(key, 'other').open(box.seal('x', 'a'), 'a')],
    ['when it is cut short', () => box.open(box.seal('x', 'a').subarray(0, 20), 'a')],
    ['when it is empty', () => box.open(Buffer.alloc(0), 'a')],
    [
      'when a bit has changed',
      () => {
        const sealed = box.seal('x', 'a')
        sealed.writeUInt8(sealed.readUInt8(sealed.length - 1) ^ 1, sealed.length - 1)
        return box.open(sealed, 'a')
      },
    ],
  ])('does not open %s', (_, open) => {
    expect(open).toThrow(expect.objectContaining({ code: 'secret_unreadable' }))
  })
})

it('derives the same key for the same purpose, and another for each other purpose', () => {
  expect(deriveKey(key, 'a').equals(deriveKey(key, 'a'))).toBe(true)
  expect(deriveKey(key, 'a').equals(deriveKey(key, 'b'))).toBe(false)
})
