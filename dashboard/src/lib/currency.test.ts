import { expect, it } from 'vitest'
import { formatCurrency } from './currency.ts'

// SPEC: "Currency: USD with 2 decimals, and 0 decimals for values between 0 and 0.01."
it('writes US dollars with two decimals, and none for a fraction of a cent', () => {
  expect([2599, 0, 0.01, 12.345, 0.004].map((amount) => formatCurrency(amount))).toEqual([
    '$2,599.00',
    '$0.00',
    '$0.01',
    '$12.35',
    '$0',
  ])
  expect(formatCurrency(5, 'EUR')).toBe('€5.00')
})
