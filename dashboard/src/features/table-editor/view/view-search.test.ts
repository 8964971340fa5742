import { describe, expect, it } from 'vitest'
import {
  formatFilters,
  formatRowKey,
  formatSorts,
  parseFilters,
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
    expect(parseFilters(text)).toEqual(filters)
    expect(formatFilters(parseFilters(text))).toBe(text)
  })

  it('keep commas, colons, backslashes and line breaks of names and values', () => {
    const filters = [
      { column: 'a:b,c', operator: 'in' as const, value: '1,2,"x:y"' },
      { column: String.raw`back\slash`, operator: 'eq' as const, value: 'line\nbreak \\, end\\' },
      { column: 'at', operator: 'lt' as const, value: '2025-05-16 22:00:00+00' },
    ]
    expect(parseFilters(formatFilters(filters))).toEqual(filters)
  })

  it('can have unescaped colons in a value', () => {
    expect(parseFilters('at:lt:22:00')).toEqual([{ column: 'at', operator: 'lt', value: '22:00' }])
  })

  it.each(['', 'nonsense', 'age:between:1', ':eq:1', 'age'])(
    'leave out what cannot be parsed: %s',
    (text) => {
      expect(parseFilters(text)).toEqual([])
    },
  )

  it('are kept if they are readable beside an unreadable one', () => {
    expect(parseFilters('age:gte:18,broken,id:eq:1')).toHaveLength(2)
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
