import { expect, it } from 'vitest'
import { parseSearch, stringifySearch } from './search.ts'

it('keeps every value as text', () => {
  const search = { token: '00012345678901234567890', flag: 'true', sort: 'name:asc', q: 'a&b=c ü' }
  expect(parseSearch(stringifySearch(search))).toEqual(search)
})

it('omits absent values, and the question mark when there are no parameters', () => {
  expect(stringifySearch({ a: undefined, b: null })).toBe('')
  expect(stringifySearch({ a: undefined, limit: 5 })).toBe('?limit=5')
  expect(parseSearch('')).toEqual({})
})
