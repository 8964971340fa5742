import { describe, expect, it } from 'vitest'
import { formatDocsPlace, parseDocsPlace, type DocsPlace } from './docs-address.ts'

describe('a page of the API docs in the URL', () => {
  const places: [string, DocsPlace][] = [
    ['introduction', { page: 'introduction' }],
    ['types.shop', { page: 'types', schema: 'shop' }],
    ['table.public.note', { page: 'table', schema: 'public', name: 'note' }],
    ['function..add', { page: 'function', name: 'add' }],
    ['table.a%2Eb.50%25%20%22%2F', { page: 'table', schema: 'a.b', name: '50% "/' }],
  ]
  it.each(places)('is written and read as %s', (text, place) => {
    expect(formatDocsPlace(place)).toBe(text)
    expect(parseDocsPlace(text)).toEqual(place)
  })

  it.each(['', 'nonsense', 'table', 'table.public', 'table.public.', 'table.public.%E0%A4%A'])(
    'falls back to the introduction when it cannot be parsed: %s',
    (text) => expect(parseDocsPlace(text)).toEqual({ page: 'introduction' }),
  )

  it('ignores names longer than a Postgres identifier', () => {
    const long = 'n'.repeat(64)
    expect(parseDocsPlace(`table.public.${long}`)).toEqual({ page: 'introduction' })
    expect(parseDocsPlace(`types.${long}`)).toEqual({ page: 'types' })
  })
})
