import type { Filter, FilterMatch } from '@stoa/contract/services/meta/rows'
import { describe, expect, it } from 'vitest'
import type { ConditionItem } from '../session/conditions.ts'
import { conditionWords } from './condition-words.ts'

const columns = [
  { name: 'status', type: 'text' },
  { name: 'total', type: 'numeric' },
  { name: 'vip', type: 'boolean' },
  { name: 'at', type: 'timestamp with time zone' },
]
const paid: Filter = { column: 'status', operator: 'eq', value: 'paid' }
const large: Filter = { column: 'total', operator: 'gt', value: '100' }
const vip: Filter = { column: 'vip', operator: 'is', value: 'true' }
const at = (operator: Filter['operator'], value: string): Filter => ({
  column: 'at',
  operator,
  value,
})

describe('conditions in words', () => {
  it.each<[FilterMatch, ConditionItem[], string]>([
    ['all', [], ''],
    ['all', [paid], 'status is paid'],
    [
      'all',
      [paid, { filters: [large, vip] }],
      'status is paid and (total over 100 or vip is true)',
    ],
    [
      'any',
      [{ filters: [paid, large] }, vip],
      '(status is paid and total over 100) or vip is true',
    ],
    ['all', [at('during', 'last 7 days')], 'at in the last 7 days'],
    ['all', [at('during', 'today')], 'at today'],
    ['all', [at('before', 'this month')], 'at before this month'],
    ['all', [at('before', 'last 1 year')], 'at more than 1 year ago'],
    ['all', [at('gte', '2026-01-01')], 'at from 2026-01-01'],
    ['all', [{ column: 'status', operator: 'eq', value: '' }], 'status is ""'],
  ])('that match %s of %j', (match, filters, words) => {
    expect(conditionWords({ filters, match }, columns)).toBe(words)
  })
})
