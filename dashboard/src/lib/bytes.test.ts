import { expect, it } from 'vitest'
import { formatBytes } from './bytes.ts'

it.each([
  [0, '0 MB'],
  [50 * 1024 * 1024, '50 MB'],
  [1024 ** 3, '1 GB'],
  [1.5 * 1024 ** 3, '1.5 GB'],
  [2000 * 1024 ** 3, '2,000 GB'],
])('writes %d bytes as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
