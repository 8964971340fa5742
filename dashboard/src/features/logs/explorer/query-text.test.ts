import { expect, it } from 'vitest'
import { insertAt } from './query-text.ts'
import { withRecent } from './recent-queries.ts'

it.each([
  ['select ', 7, 'select id'],
  ['select', 6, 'select id'],
  ['select  from t', 7, 'select id from t'],
  ['select from t', 7, 'select id from t'],
  ['', 0, 'id'],
  ['count(', 6, 'count(id'],
])('writes a name into %j at %i', (text, cursor, expected) => {
  expect(insertAt(text, cursor, 'id')).toBe(expected)
})

it('keeps each recent query once, the last one first', () => {
  expect(withRecent(['b', 'a'], ' a ')).toEqual(['a', 'b'])
  expect(withRecent(['a'], '  ')).toEqual(['a'])
  const many = Array.from({ length: 30 }, (_, index) => `select ${index}`)
  expect(many.reduce<readonly string[]>(withRecent, [])).toHaveLength(20)
})
