import type { Filter } from '@stoa/contract/services/meta/rows'
import { describe, expect, it } from 'vitest'
import { narrowed, NO_CONDITIONS, withItem, withoutColumn } from './conditions.ts'

const filter = (column: string): Filter => ({ column, operator: 'eq', value: '1' })
const [a, b, c] = [filter('a'), filter('b'), filter('c')]

describe('conditions', () => {
  it('become narrower by a filter that all rows must match too', () => {
    expect(narrowed(NO_CONDITIONS, a)).toEqual({ match: 'all', filters: [a] })
    expect(narrowed({ match: 'any', filters: [] }, a)).toEqual({ match: 'all', filters: [a] })
    expect(narrowed({ match: 'all', filters: [a] }, b)).toEqual({ match: 'all', filters: [a, b] })
    expect(narrowed({ match: 'any', filters: [a, b] }, c)).toEqual({
      match: 'all',
      filters: [{ filters: [a, b] }, c],
    })
    expect(narrowed({ match: 'any', filters: [a, { filters: [a, b] }] }, c)).toEqual({
      match: 'any',
      filters: [{ filters: [a, c] }, { filters: [a, b, c] }],
    })
  })

  it('lose every filter on a column, and groups that have no other', () => {
    const filters = [a, { filters: [a, b] }, { filters: [a, a] }, { filters: [a, b, c] }]
    expect(withoutColumn({ match: 'any', filters }, 'a')).toEqual({
      match: 'any',
      filters: [b, { filters: [b, c] }],
    })
  })

  it('have no group of a single filter', () => {
    expect(withItem([{ filters: [a, b] }, c], 0, [b])).toEqual([b, c])
    expect(withItem([{ filters: [a, b] }, c], 0, [])).toEqual([c])
    expect(withItem([a, c], 0, [a, b])).toEqual([{ filters: [a, b] }, c])
  })
})
