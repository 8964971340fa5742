import { expect, it } from 'vitest'
import { columnWidth } from './column-width.ts'

const id = { name: 'id', type: 'bigint', samples: ['12345678'] }

it('is wide enough for the heading and for most of the values', () => {
  expect(columnWidth({ name: 'note', type: 'text', samples: ['x'.repeat(30)] })).toBe(243)
  expect(columnWidth({ ...id, name: 'measurement_of_sensor' })).toBeGreaterThan(columnWidth(id))
})

it('gives the values of an only column more room', () => {
  const plan = { name: 'QUERY PLAN', type: 'text', samples: ['x'.repeat(90)] }
  expect(columnWidth({ ...plan, isOnly: true })).toBe(681)
  expect(columnWidth(plan)).toBe(320)
})

it('leaves room for the rest of the heading next to a short name', () => {
  expect(columnWidth({ ...id, beside: 48 })).toBe(columnWidth(id) + 48)
})
