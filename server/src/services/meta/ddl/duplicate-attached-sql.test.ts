import { expect, it } from 'vitest'
import { withTableRenamed } from './duplicate-attached-sql.ts'

it.each([
  ['(orders.id > 0)', 'orders', '("new""t".id > 0)'],
  [`("Big Orders".id > member.id)`, 'Big Orders', `("new""t".id > member.id)`],
  [`(note = 'orders.id')`, 'orders', `(note = 'orders.id')`],
  ['(public.orders.id > orders_1.id)', 'orders', '(public.orders.id > orders_1.id)'],
  ['orders(id)', 'orders', 'orders(id)'],
])('%s names the copy of %s', (text, from, expected) => {
  expect(withTableRenamed(text, from, 'new"t')).toBe(expected)
})
