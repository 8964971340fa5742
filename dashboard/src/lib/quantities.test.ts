import { expect, it } from 'vitest'
import { formatBytes } from './quantities.ts'

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [812, '812 bytes'],
  [9.44 * 1024 ** 2, '9.4 MB'],
  [50 * 1024 ** 2, '50 MB'],
  [1024 ** 3, '1 GB'],
  [1.5 * 1024 ** 3, '1.5 GB'],
  [2000 * 1024 ** 3, '2 TB'],
  [20_000_000, '20 MB'],
  [1_500_000, '1.5 MB'],
  [20_000_001, '19 MB'],
  [512_000, '500 kB'],
])('writes %d bytes as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
