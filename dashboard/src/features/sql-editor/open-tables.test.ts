import { describe, expect, it } from 'vitest'
import { findOpenTables, securing } from './open-tables.ts'

const names = (text: string) => findOpenTables(text).map(({ schema, name }) => `${schema}.${name}`)

describe('tables without row level security', () => {
  it.each([
    ['create table people (id int)', ['public.people']],
    ['CREATE UNLOGGED TABLE IF NOT EXISTS App.People (id int)', ['app.people']],
    ['create table "My ""own"" table" (id int)', ['public.My "own" table']],
    ['create table part partition of whole for values in (1)', ['public.part']],
    ['create table copied as select 1', ['public.copied']],
    ['create table a (id int); create table b (id int)', ['public.a', 'public.b']],
    [
      'create table a (id int); create table b (id int); alter table only a enable row level security',
      ['public.b'],
    ],
    ['create table a (id int); alter table a disable row level security', ['public.a']],
  ])('are found in %s', (text, expected) => {
    expect(names(text)).toEqual(expected)
  })

  it.each([
    'create table People (id int); alter table if exists public.people enable row level security',
    'create temporary table scratch (id int)',
    'create local temp table scratch (id int)',
    'create foreign table far (id int) server other',
    "select 'create table people (id int)'",
    '-- create table people (id int)',
    'create function f() returns void language sql as $$ create table x (id int) $$',
    'create view people as select 1',
  ])('are not found in %s', (text) => {
    expect(names(text)).toEqual([])
  })

  it('are secured by statements after the text, even after a comment without a line break', () => {
    const text = 'create table "A b" (id int); create table c.d (id int) -- end'
    expect(text + securing(findOpenTables(text))).toBe(
      `${text}\n;alter table "A b" enable row level security\n;alter table c.d enable row level security`,
    )
  })
})
