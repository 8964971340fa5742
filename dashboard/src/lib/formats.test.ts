import { expect, it } from 'vitest'
import { formatBytes } from './bytes.ts'
import { formatDate, formatExact, formatGracePeriodEnd } from './dates.ts'
import { isPostgresUrl, isValidUrl } from './urls.ts'

// SPEC: "Byte formatting: units from bytes to YB, 2 decimals by default."
// SPEC: "Byte sizes 1073741824 and 1048576."
it('writes byte sizes with units from bytes to YB and two decimals', () => {
  expect(
    [0, 1, 1023, 1024, 1536, 1_048_576, 1_073_741_824].map((size) => formatBytes(size)),
  ).toEqual(['0 bytes', '1 bytes', '1023 bytes', '1 KB', '1.5 KB', '1 MB', '1 GB'])
  expect(formatBytes(1234, 0)).toBe('1 KB')
  expect(formatBytes(1024 ** 8 * 3)).toBe('3 YB')
})

// SPEC: "DD MMM YYYY, HH:mm:ss (ZZ), and DD MMM, YYYY for the grace-period end."
it('writes dates as DD MMM YYYY, and the end of a grace period as DD MMM, YYYY', () => {
  expect(formatDate('2026-03-05T12:00:00Z')).toBe('05 Mar 2026')
  expect(formatGracePeriodEnd('2026-03-05T12:00:00Z')).toBe('05 Mar, 2026')
  expect(formatExact('2026-03-05T12:00:00Z')).toMatch(/^05 Mar 2026, \d\d:00:00 \([+-]\d{4}\)$/)
})

// SPEC: "**URL validity helper**: valid only if the protocol is http or https."
it('calls an address valid only if its protocol is http or https', () => {
  expect(['http://a', 'https://a/b'].every(isValidUrl)).toBe(true)
  expect(['ftp://a', 'javascript:alert(1)', 'a.example', ''].some(isValidUrl)).toBe(false)
})

it('takes a connection string with a place for the password for a Postgres address', () => {
  expect(isPostgresUrl('postgresql://postgres.abc:[YOUR-PASSWORD]@localhost:5432/postgres')).toBe(
    true,
  )
  expect(isPostgresUrl('http://localhost')).toBe(false)
})
