import { expect, it } from 'vitest'
import { commonNames, sourcesIn } from './statement-sources.ts'

const table = (name: string, alias = name, schema?: string) => ({
  alias,
  tables: [{ schema, name }],
  columns: [],
})

it.each([
  ['tables', 'select * from a join app.b as x on true', [table('a'), table('b', 'x', 'app')]],
  ['a list of tables', 'select c, d from a x, b where e, f', [table('a', 'x'), table('b')]],
  ['quoted names', 'select * from "Order Items" "I"', [table('Order Items', 'I')]],
  ['no keyword as an alias', 'select * from a left join b using (id)', [table('a'), table('b')]],
  ['what is not in strings and comments', "select ' from x' from a -- from y", [table('a')]],
  ['the target of a change', 'update a set b = 1 from c', [table('a'), table('c')]],
  ['no function', 'select * from generate_series(1, 2) g', []],
])('finds %s', (_name, statement, sources) => {
  expect(sourcesIn(statement)).toEqual(sources)
})

it('finds the columns of a common table expression by their names', () => {
  const statement = `with recent as (select o.id, max(total) as top, "When" from orders o),
    other (x, y) as materialized (select 1, 2)
    select * from recent r join other on true`
  expect(commonNames(statement)).toEqual(['recent', 'other'])
  const sources = sourcesIn(statement)
  expect(sources.find(({ alias }) => alias === 'r')).toEqual({
    alias: 'r',
    tables: [],
    columns: ['id', 'top', 'When'],
  })
  expect(sources.find(({ alias }) => alias === 'other')?.columns).toEqual(['x', 'y'])
})

it('finds the columns of a subquery, and the tables of its star', () => {
  const [, named] = sourcesIn('select * from (select a.b, 1 as c from a) s')
  expect(named).toEqual({ alias: 's', tables: [], columns: ['b', 'c'] })
  const sources = sourcesIn('select s. from (select * from a) as s where x in (1) and y')
  expect(sources.find(({ alias }) => alias === 's')?.tables).toMatchObject([{ name: 'a' }])
})

it('reads a statement that is being written', () => {
  for (const text of ['with x as (select ', 'select * from (', ') a', "select '", 'with a as'])
    expect(() => sourcesIn(text)).not.toThrow()
})

it('reads a long statement in linear time', () => {
  const items = Array.from({ length: 2000 }, (_, n) => `column_${n}`).join(', ')
  expect(sourcesIn(`select ${items} from a`)).toEqual([table('a')])
})
