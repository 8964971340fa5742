import { describe, expect, it } from 'vitest'
import {
  formatConditions,
  formatRowKey,
  formatSorts,
  parseConditions,
  parseRowKey,
  parseSorts,
} from './view-search.ts'

describe('filters in the URL', () => {
  it.each([
    ['age:gte:18', [{ column: 'age', operator: 'gte', value: '18' }]],
    [
      'name:ilike:%jo%,done:is:not null',
      [
        { column: 'name', operator: 'ilike', value: '%jo%' },
        { column: 'done', operator: 'is', value: 'not null' },
      ],
    ],
    ['name:eq:', [{ column: 'name', operator: 'eq', value: '' }]],
  ])('are parsed from %s', (text, filters) => {
    expect(parseConditions(text).filters).toEqual(filters)
    expect(formatConditions(parseConditions(text))).toBe(text)
  })

  it('keep commas, colons, backslashes and line breaks of names and values', () => {
    const filters = [
      { column: 'a:b,c', operator: 'in' as const, value: '1,2,"x:y"' },
      { column: String.raw`back\slash`, operator: 'eq' as const, value: 'line\nbreak \\, end\\' },
      { column: 'at', operator: 'lt' as const, value: '2025-05-16 22:00:00+00' },
    ]
    const conditions = { filters, match: 'all' as const }
    expect(parseConditions(formatConditions(conditions))).toEqual(conditions)
  })

  it('can have unescaped colons in a value', () => {
    expect(parseConditions('at:lt:22:00').filters).toEqual([
      { column: 'at', operator: 'lt', value: '22:00' },
    ])
  })

  it.each(['', 'nonsense', 'age:between:1', ':eq:1', 'age'])(
    'leave out what cannot be parsed: %s',
    (text) => {
      expect(parseConditions(text).filters).toEqual([])
    },
  )

  it('are kept if they are readable beside an unreadable one', () => {
    expect(parseConditions('age:gte:18,broken,id:eq:1').filters).toHaveLength(2)
  })
})

describe('conditions in the URL', () => {
  const filter = (column: string) => ({ column, operator: 'eq' as const, value: '(:any,:)' })
  const [a, b, c] = [filter('a'), filter('b'), filter('c')]

  it.each([
    { match: 'any' as const, filters: [a, b] },
    { match: 'all' as const, filters: [a, { filters: [b, c] }] },
    { match: 'any' as const, filters: [{ filters: [a, b] }, c, { filters: [b, c] }] },
  ])('have groups: $match', (conditions) => {
    expect(parseConditions(formatConditions(conditions))).toEqual(conditions)
  })

  it.each([
    [':(,a:eq:1,b:eq:2', [{ filters: [expect.anything(), expect.anything()] }]],
    [
      ':(,:),a:eq:1,:(,b:eq:2,:)',
      [expect.objectContaining({ column: 'a' }), expect.objectContaining({ column: 'b' })],
    ],
  ])('are read as far as possible: %s', (text, filters) => {
    expect(parseConditions(text).filters).toEqual(filters)
  })
})

describe('sorts in the URL', () => {
  it('have a direction and a position of nulls', () => {
    const text = 'created_at:desc:nullslast,id:asc'
    expect(parseSorts(text)).toEqual([
      { column: 'created_at', ascending: false, nulls_first: false },
      { column: 'id', ascending: true },
    ])
    expect(formatSorts(parseSorts(text))).toBe(text)
  })

  it('without a direction are left out', () => {
    expect(parseSorts('id,name:up,age:asc')).toEqual([{ column: 'age', ascending: true }])
  })
})

describe('an open row in the URL', () => {
  it.each([{ id: '7' }, { 'a:b': 'x,y', day: '2026-01-01 10:00:00' }, { id: '' }])(
    'has its key: %j',
    (key) => {
      expect(parseRowKey(formatRowKey(key), Object.keys(key))).toEqual(key)
    },
  )

  it.each([
    ['other:7', ['id']],
    ['id:7', ['id', 'day']],
    ['', ['id']],
    ['', []],
  ])('is none for %j with the key %j', (text, primaryKey) => {
    expect(parseRowKey(text, primaryKey)).toBeUndefined()
  })
})
