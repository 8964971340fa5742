import { expect, it } from 'vitest'
import { runToEnd } from '../../../lib/turns.ts'
import { readHistoryObjects } from './history-objects.ts'

const read = (...statements: readonly string[]) => {
  const { objects, blocks } = runToEnd(
    readHistoryObjects(statements.map((text, at) => ({ version: String(at), statements: [text] }))),
  )
  const compared = [...objects.values()].filter(({ kind }) => kind !== 'constraint')
  const names = compared.map(({ kind, schema, table, name }) =>
    [
      kind,
      [schema, table, kind === 'schema' ? null : name].filter((part) => part !== null).join('.'),
    ].join(' '),
  )
  return { names: names.toSorted(), blocks }
}

it.each<[string, readonly string[]]>([
  [
    'create table t (id int, "a ""b"", c" text default \',\', primary key (id), check (id > 0))',
    ['column public.t.a "b", c', 'column public.t.id', 'table public.t'],
  ],
  [
    'create table if not exists s.t (n numeric(10, 2), constraint k unique (n)); drop table s.t',
    [],
  ],
  [
    'create table t (id int); alter table t add column a int, add b int, drop column id, add constraint c check (a > 0)',
    ['column public.t.a', 'column public.t.b', 'table public.t'],
  ],
  [
    'create table t (id int); create index i on t (id); create index on t (id); alter table only t rename to u; alter table u rename id to key',
    ['column public.u.key', 'index public.u.i', 'table public.u'],
  ],
  ['create unique index concurrently if not exists i on only s.t (a)', ['index s.t.i']],
  [
    'create policy "Own; rows" on t for select using (true); drop policy if exists "Own; rows" on t',
    [],
  ],
  [
    'create or replace function s.f(a int, b text) returns void language sql as $$ drop table t; $$',
    ['function s.f'],
  ],
  ['create function f(a int) returns int language sql as $$ $$; drop function f(integer), g', []],
  [
    'create constraint trigger tr after insert on s.t for each row execute function f()',
    ['trigger s.t.tr'],
  ],
  ['create materialized view v as select 1; alter materialized view v set schema s', ['view s.v']],
  [
    "create type mood as enum (); alter type mood add value 'x'; alter type mood rename value 'x' to 'y'",
    ['type public.mood'],
  ],
  [
    'create schema a; create table a.t (id int); alter schema a rename to b',
    ['column b.t.id', 'schema b', 'table b.t'],
  ],
  ['create schema a; create table a.t (id int); drop schema a cascade', []],
  [
    "create temp table t (id int); create extension citext; comment on table t is 'create table u ()'",
    [],
  ],
  ['/* create table t () */ -- create table u ()', []],
  ['create sequence q; alter sequence q owned by t.id', []],
  ['create table', []],
  ['alter table', []],
  ['create table t (((', ['table public.t']],
])('reads the objects of %s', (sql, expected) => {
  expect(read(sql).names).toEqual(expected)
})

it('counts the blocks of code that it cannot read', () => {
  expect(read("do $$ begin execute 'create table t ()'; end $$", 'select 1').blocks).toBe(1)
})
