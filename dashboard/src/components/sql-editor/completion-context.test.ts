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
    expect(completionContext(before, before)).toEqual({ kind: 'table' })
  })

  it('finds the table of an alias that is defined after the cursor', () => {
    expect(completionContext('select p.', 'select p. from app.people as p where true')).toEqual({
      kind: 'member',
      qualifier: 'p',
      table: { schema: 'app', name: 'people', alias: 'p' },
    })
  })

  it('finds a table by its own name, ignoring case unless the name is quoted', () => {
    const statement = 'select * from People join "Order Items" i on true'
    expect(completionContext('where people.na', statement)).toMatchObject({
      table: { name: 'people' },
    })
    expect(completionContext('where i.', statement)).toMatchObject({
      table: { name: 'Order Items' },
    })
  })

  it('treats a qualifier that matches no table as a schema', () => {
    expect(completionContext('select * from app.', 'select * from app.')).toMatchObject({
      kind: 'member',
      qualifier: 'app',
      table: undefined,
    })
  })

  it('offers the columns of all tables in the statement and takes no keyword for an alias', () => {
    const context = completionContext('select ', 'select  from a where x join b on a.id = b.id')
    expect(context).toMatchObject({
      kind: 'any',
      tables: [
        { name: 'a', alias: undefined },
        { name: 'b', alias: undefined },
      ],
    })
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
