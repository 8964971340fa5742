import { expect, it } from 'vitest'
import { refusalReason } from './refusal-words.ts'

it.each([
  [
    'numeric field overflow. A field with precision 5 must round to less than 10^3.',
    'invalid_value',
    'The column’s type doesn’t allow this value: numeric field overflow. A field with precision 5 must round to less than 10^3.',
  ],
  [
    'age = 999 violates the check constraint "limit"',
    'check_violation',
    'A check constraint doesn’t allow this value: age = 999 violates the check constraint "limit".',
  ],
  ['the order is closed', 'raised_exception', 'the order is closed.'],
  ['“abc” is not a UUID.', undefined, '“abc” is not a UUID.'],
])('explains %s with code %s', (message, code, reason) => {
  expect(refusalReason({ message, code })).toBe(reason)
})
