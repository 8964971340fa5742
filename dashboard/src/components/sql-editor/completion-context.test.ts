import { describe, expect, it } from 'vitest'
import { completionContext, quoteName } from './completion-context.ts'

describe('completion context', () => {
  it.each([
    'select * from ',
    'select * from pe',
    'insert into ',
    'update ',
    'select 1 from a join ',
  ])('expects a table after: %s', (before) => {
    expect(completionContext(before, before)).toEqual({ kind: 'table', common: [] })
  })

  it('expects a common table expression where it expects a table', () => {
    const before = 'with recent as (select 1 as id) select * from '
    expect(completionContext(before, before)).toEqual({ kind: 'table', common: ['recent'] })
  })

  it('finds the table of an alias that is defined after the cursor', () => {
    expect(completionContext('select p.', 'select p. from app.people as p where true')).toEqual({
      kind: 'member',
      qualifier: 'p',
      source: { alias: 'p', tables: [{ schema: 'app', name: 'people' }], columns: [] },
    })
  })

  it('finds a table by its own name, ignoring case unless the name is quoted', () => {
    const statement = 'select * from People join "Order Items" i on true'
    expect(completionContext('where people.na', statement)).toMatchObject({
      source: { alias: 'people' },
    })
    expect(completionContext('where i.', statement)).toMatchObject({
      source: { tables: [{ name: 'Order Items' }] },
    })
  })

  it('treats a qualifier that matches no table as a schema', () => {
    expect(completionContext('select * from app.', 'select * from app.')).toMatchObject({
      kind: 'member',
      qualifier: 'app',
      source: undefined,
    })
  })

  it('expects a condition after the ON of a join', () => {
    const before = 'select * from orders o join app.customers as c on '
    expect(completionContext(before, before)).toMatchObject({
      kind: 'join',
      joined: { alias: 'c' },
      sources: [{ alias: 'o' }, { alias: 'c' }],
    })
    expect(completionContext(`${before}c.id = `, before).kind).toBe('any')
  })

  it('offers the columns of all tables in the statement', () => {
    const context = completionContext('select ', 'select  from a where x join b on a.id = b.id')
    expect(context).toMatchObject({ kind: 'any', sources: [{ alias: 'a' }, { alias: 'b' }] })
  })
})

describe('quoted names', () => {
  it.each([
    ['people', 'people'],
    ['Order Items', '"Order Items"'],
    ['say "hi"', '"say ""hi"""'],
    ['2fast', '"2fast"'],
  ])('%s is written %s', (name, written) => {
    expect(quoteName(name)).toBe(written)
  })
})
