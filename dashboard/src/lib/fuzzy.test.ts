import { expect, it } from 'vitest'
import { fuzzyScore } from './fuzzy.ts'

it('rates the whole text above its start, a word, a part and scattered letters', () => {
  const texts = ['order', 'order_items', 'last_order', 'reorder', 'old_red_ledger']
  const scores = texts.map((text) => fuzzyScore('order', text))
  expect(scores).toEqual(scores.toSorted((one, other) => other - one))
  expect(scores.every((score) => score > 0)).toBe(true)
})

it('rates the shorter of two texts higher', () => {
  expect(fuzzyScore('ord', 'orders')).toBeGreaterThan(fuzzyScore('ord', 'orders_of_last_year'))
})

it.each([
  ['cstid', 'customer_id'],
  ['ntab', 'new table'],
  ['pp', 'pause project'],
])('%s in %s', (term, text) => {
  // Two letters are too few to match scattered.
  expect(fuzzyScore(term, text) > 0).toBe(term.length > 2)
})

it.each([
  ['xyz', 'orders'],
  ['sredro', 'orders'],
  ['rdrs', 'orders'],
])('does not find %s in %s', (term, text) => expect(fuzzyScore(term, text)).toBe(0))
