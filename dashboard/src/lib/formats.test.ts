import { expect, it } from 'vitest'
import { formatDate, formatExact, formatGracePeriodEnd } from './dates.ts'
import { isPostgresUrl, isValidUrl } from './urls.ts'

// SPEC: "DD MMM YYYY, HH:mm:ss (ZZ), and DD MMM, YYYY for the grace-period end."
it('writes dates as DD MMM YYYY, and the end of a grace period as DD MMM, YYYY', () => {
  expect(formatDate('2026-03-05T12:00:00Z')).toBe('05 Mar 2026')
  expect(formatGracePeriodEnd('2026-03-05T12:00:00Z')).toBe('05 Mar, 2026')
  expect(formatExact('2026-03-05T12:00:00Z')).toMatch(/^05 Mar 2026, \d\d:00:00 \([+-]\d{4}\)$/)
})

// SPEC: "**URL validity helper**: valid only if the protocol is http or https."
it('treats a URL as valid only if its protocol is http or https', () => {
  expect(['http://a', 'https://a/b'].every(isValidUrl)).toBe(true)
  expect(['ftp://a', 'javascript:alert(1)', 'a.example', ''].some(isValidUrl)).toBe(false)
})

it('accepts a Postgres URL with a password placeholder', () => {
  expect(isPostgresUrl('postgresql://postgres.abc:[YOUR-PASSWORD]@localhost:5432/postgres')).toBe(
    true,
  )
  expect(isPostgresUrl('http://localhost')).toBe(false)
})
