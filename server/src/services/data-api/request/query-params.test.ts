import { describe, expect, it } from 'vitest'
import { parseQueryParams } from './query-params.ts'

const parse = (queryString: string) => parseQueryParams(queryString, false)
const filterOf = (queryString: string) => parse(queryString).conditions[0]

describe('select', () => {
  it('reads columns, aliases, casts and paths', () => {
    expect(parse('select=id,n:name::text,meta->a->>0,*').select).toEqual([
      { kind: 'field', field: { name: 'id', path: [] }, cast: undefined, alias: undefined },
      { kind: 'field', field: { name: 'name', path: [] }, cast: 'text', alias: 'n' },
      {
        kind: 'field',
        field: {
          name: 'meta',
          path: [
            { key: 'a', isIndex: false, isText: false },
            { key: '0', isIndex: true, isText: true },
          ],
        },
        cast: undefined,
        alias: undefined,
      },
      { kind: 'star' },
    ])
  })

  it('reads embeds with alias, hint and kind of join at any depth', () => {
    expect(parse('select=x:books!fk!inner(id,covers(*)),...owner!left(name)').select).toMatchObject(
      [
        {
          kind: 'embed',
          relation: 'books',
          alias: 'x',
          hint: 'fk',
          isInner: true,
          select: [{ kind: 'field' }, { kind: 'embed', relation: 'covers' }],
        },
        { kind: 'embed', relation: 'owner', isSpread: true, isInner: false, hint: undefined },
      ],
    )
  })

  it.each(['a,b(c))', 'a,b(c)&', 'a,b(c) d,e', 'a,b(c)))),'])(
    'reads %s up to the end of the valid list',
    (text) => {
      expect(parse(`select=${encodeURIComponent(text)}`).select).toEqual(
        parse('select=a,b(c)').select,
      )
    },
  )

  it('reads no further than a surplus parenthesis', () => {
    expect(parse('select=a)b').select).toEqual(parse('select=a').select)
  })

  it('accepts any name in quotes, and spaces around items', () => {
    expect(parse('select=%22a,b%22, c ,with-dash').select).toMatchObject([
      { field: { name: 'a,b' } },
      { field: { name: 'c' } },
      { field: { name: 'with-dash' } },
    ])
  })

  it.each(['a(', 'a,,b', 'a->', 'a::', 'a:b:c', '"a', 'a!b', 'a b(c'])('refuses %s', (text) => {
    expect(() => parse(`select=${encodeURIComponent(text)}`)).toThrow(/failed to parse select/)
  })
})

describe('filters', () => {
  it('reads the path to an embedded column', () => {
    expect(filterOf('books.author.name=eq.x')).toMatchObject({
      path: ['books', 'author'],
      condition: { filter: { field: { name: 'name' } } },
    })
  })

  it('keeps dots, commas and parentheses in a value', () => {
    expect(filterOf('a=eq.1.5,(x)')).toMatchObject({
      condition: { filter: { operation: { operator: 'eq', value: '1.5,(x)' } } },
    })
  })

  it('reads quoted elements of lists, and unbalanced quotes as text', () => {
    expect(filterOf('a=in.(1,%22b,c%22,%22d%5C%22%22,e%22f)')).toMatchObject({
      condition: { filter: { operation: { values: ['1', 'b,c', 'd"', 'e"f'] } } },
    })
  })

  it('reads negations, quantifiers and search configurations', () => {
    expect(filterOf('a=not.like(any).{x*,y}')).toMatchObject({
      condition: {
        filter: { isNegated: true, operation: { operator: 'like', quantifier: 'any' } },
      },
    })
    expect(filterOf('a=wfts(simple).cats and dogs')).toMatchObject({
      condition: { filter: { operation: { kind: 'search', operator: 'wfts', config: 'simple' } } },
    })
  })

  it('nests and negates groups', () => {
    expect(filterOf('not.or=(a.eq.1,not.and(b.is.null,c.cs.{1,2}))')).toMatchObject({
      condition: {
        kind: 'or',
        isNegated: true,
        conditions: [
          { kind: 'filter' },
          {
            kind: 'and',
            isNegated: true,
            conditions: [{ kind: 'filter' }, { filter: { operation: { value: '{1,2}' } } }],
          },
        ],
      },
    })
  })

  it.each([
    'a=1',
    'a=eq',
    'a=xx.1',
    'a=is.maybe',
    'a=in.1',
    'a=neq(any).{1}',
    'or=(a.eq.1',
    'or=()',
  ])('refuses %s', (text) => {
    expect(() => parse(text)).toThrow(/failed to parse/)
  })
})

describe('the rest', () => {
  it('separates arguments of a function from filters on its rows', () => {
    const { args, conditions } = parseQueryParams('a=1&b=eq.2&c=x.y', true)
    expect(args).toEqual([
      ['a', '1'],
      ['c', 'x.y'],
    ])
    expect(conditions).toHaveLength(1)
  })

  it('ignores an API key in the URL', () => {
    expect(parse('apikey=abc&id=eq.1').conditions).toHaveLength(1)
  })

  it('reads order and counts for each level', () => {
    const query = parse('order=a.desc.nullslast,b->c&books.order=d&limit=5&books.limit=2&offset=x')
    expect(query.orders).toMatchObject([
      { path: [], terms: [{ direction: 'desc', nulls: 'last' }, { direction: undefined }] },
      { path: ['books'], terms: [{ field: { name: 'd' } }] },
    ])
    expect(query.limits).toEqual([
      { path: [], limit: 5 },
      { path: ['books'], limit: 2 },
    ])
    expect(query.offsets).toEqual([])
  })

  it('reads plus signs as spaces and rejects broken encodings', () => {
    expect(filterOf('a=eq.b+c%2B')).toMatchObject({
      condition: { filter: { operation: { value: 'b c+' } } },
    })
    expect(() => parse('a=eq.%E0%A4%A')).toThrow(/percent-encoding|query string/)
  })
})
