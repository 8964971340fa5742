import { expect, it } from 'vitest'
import { formatBytes } from './quantities.ts'

// SPEC: "Byte formatting: units from bytes to YB, 2 decimals by default."
// SPEC: "Byte sizes 1073741824 and 1048576."
it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [812, '812 bytes'],
  [9.44 * 1024 ** 2, '9.44 MB'],
  [1_048_576, '1 MB'],
  [50 * 1024 ** 2, '50 MB'],
  [1_073_741_824, '1 GB'],
  [1.5 * 1024 ** 3, '1.5 GB'],
  [2000 * 1024 ** 3, '1.95 TB'],
  [3 * 1024 ** 5, '3 PB'],
  [3 * 1024 ** 8, '3 YB'],
  [3 * 1024 ** 9, '3072 YB'],
])('writes %d bytes as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
