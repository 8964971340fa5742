import { ConstraintDefinition } from '@stoa/contract/services/meta/constraints'
import { describe, expect, it } from 'vitest'
import { compile } from '../../../postgres/sql.ts'
import { brokenRowsQueries } from './broken-rows-sql.ts'
import { addConstraintSql } from './constraint-sql.ts'

const table = { schema: 'public', name: 'a"b.c' }
const add = (constraint: object) =>
  compile(addConstraintSql(table, ConstraintDefinition.parse(constraint))).text.replace(
    'alter table "public"."a""b.c" add ',
    '',
  )

const reference = {
  kind: 'foreign_key',
  columns: ['a', 'b'],
  target_schema: 'other',
  target_table: 'Tar"get',
  target_columns: ['x', 'y'],
}

describe('a constraint as SQL', () => {
  it.each([
    [{ kind: 'primary_key', columns: ['id', 'o"x'] }, 'primary key ("id", "o""x")'],
    [
      { kind: 'unique', name: 'one 🐘', columns: ['a'], nulls_not_distinct: true },
      'constraint "one 🐘" unique nulls not distinct ("a")',
    ],
    [
      { kind: 'unique', columns: ['a'], deferral: 'initially_deferred' },
      'unique ("a") deferrable initially deferred',
    ],
    [{ kind: 'check', expression: 'price > 0' }, 'check (price > 0)'],
    [
      { kind: 'check', expression: 'price > 0 -- always', is_validated: false },
      'check (price > 0 -- always\n) not valid',
    ],
    [reference, 'foreign key ("a", "b") references "other"."Tar""get" ("x", "y")'],
    [
      {
        ...reference,
        match: 'full',
        on_update: 'cascade',
        on_delete: 'set_null',
        deferral: 'initially_immediate',
        is_validated: false,
      },
      'foreign key ("a", "b") references "other"."Tar""get" ("x", "y") match full on update cascade on delete set null deferrable not valid',
    ],
    [
      {
        kind: 'exclusion',
        method: 'gist',
        elements: [
          { part: { kind: 'column', name: 'room' }, operator: '=' },
          { part: { kind: 'expression', expression: 'tstzrange(a, b)' }, operator: '&&' },
        ],
        condition: 'not cancelled',
      },
      'exclude using gist ("room" with =, (tstzrange(a, b)) with &&) where (not cancelled)',
    ],
  ])('%j becomes %s', (constraint, text) => {
    expect(add(constraint)).toBe(text)
  })

  it.each(['', '--', '/*', '= 1', ';', 'like', ')'])('has no operator %j', (operator) => {
    const element = { part: { kind: 'column', name: 'a' }, operator }
    const exclusion = { kind: 'exclusion', method: 'gist', elements: [element] }
    expect(ConstraintDefinition.safeParse(exclusion).success).toBe(false)
  })
})

describe('the query of the rows that break a constraint', () => {
  const checked = { ...table, columns: ['id', 'price', 'a', 'b'], primary_key: ['id'] }
  const queries = (constraint: object, of = checked) =>
    brokenRowsQueries(of, ConstraintDefinition.parse(constraint)).map(
      ({ query }) => compile(query).text,
    )

  it.each([
    [
      { kind: 'check', expression: 'price > 0' },
      ['select "id", "price"\nfrom "public"."a""b.c"\nwhere (price > 0) is false'],
    ],
    [
      { kind: 'unique', columns: ['a'], nulls_not_distinct: true },
      ['select "a", count(*) as "rows"\nfrom "public"."a""b.c"\ngroup by "a"\nhaving count(*) > 1'],
    ],
    [
      { kind: 'primary_key', columns: ['a', 'b'] },
      [
        'select "id", "a", "b"\nfrom "public"."a""b.c"\nwhere "a" is null or "b" is null',
        'select "a", "b", count(*) as "rows"\nfrom "public"."a""b.c"\nwhere "a" is not null and "b" is not null\ngroup by "a", "b"\nhaving count(*) > 1',
      ],
    ],
    [
      { ...reference, match: 'full' },
      [
        'select t."id", t."a", t."b"\nfrom "public"."a""b.c" as t\nwhere (t."a" is not null or t."b" is not null)\n  and not exists (\n    select from "other"."Tar""get" as r where r."x" = t."a" and r."y" = t."b"\n  )',
      ],
    ],
  ])('of %j', (constraint, texts) => {
    expect(queries(constraint)).toEqual(texts)
  })

  it('names rows of a table without a primary key by their place', () => {
    const [text] = queries({ kind: 'check', expression: 'a > 0' }, { ...checked, primary_key: [] })
    expect(text).toContain('select "ctid", "a"\n')
  })
})
