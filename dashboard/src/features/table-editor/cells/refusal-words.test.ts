import { expect, it } from 'vitest'
import { refusalReason } from './refusal-words.ts'

it.each([
  [
    'numeric field overflow. A field with precision 10, scale 2 must round to less than 10^8.',
    'invalid_value',
    'The column’s type doesn’t allow this value. Numeric field overflow. A field with precision 10, scale 2 must round to less than 10^8.',
  ],
  [
    'invalid input syntax for type integer: "abc"',
    'invalid_value',
    'The column’s type doesn’t allow this value. Invalid input syntax for type integer: "abc"',
  ],
  [
    'employee_id of public.wide is wrong',
    'raised_exception',
    'employee_id of public.wide is wrong.',
  ],
  ['“abc” is not a UUID.', undefined, '“abc” is not a UUID.'],
])('explains %s with code %s in sentences', (message, code, reason) => {
  expect(refusalReason({ message, code })).toBe(reason)
})
