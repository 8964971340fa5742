import { expect, it } from 'vitest'
import { locksOf } from './statement-locks.ts'

const locks = (sql: string) => locksOf(sql).map(({ mode, on }) => `${mode} ${on}`)

it.each([
  [
    'create index concurrently on "public"."Order" using btree ("id");',
    'SHARE UPDATE EXCLUSIVE public."Order"',
  ],
  ['create unique index "x y" on public.orders (id)', 'SHARE public.orders'],
  ['drop index "public"."i";', 'ACCESS EXCLUSIVE its table'],
  ['drop index concurrently "public"."i";', 'SHARE UPDATE EXCLUSIVE its table'],
  [
    'create trigger "on it" before insert or update on "public"."t" for each row execute function "public"."f"();',
    'SHARE ROW EXCLUSIVE public.t',
  ],
  ['alter table "public"."t" disable trigger "on it";', 'SHARE ROW EXCLUSIVE public.t'],
  ['drop trigger "on it" on "public"."t" cascade;', 'ACCESS EXCLUSIVE public.t'],
  [
    'create policy "read" on "public"."t" for select to anon using (true);',
    'ACCESS EXCLUSIVE public.t',
  ],
  ['alter table "public"."t" enable row level security;', 'ACCESS EXCLUSIVE public.t'],
  [
    'alter table only t add constraint k foreign key (a) references other (id)',
    'SHARE ROW EXCLUSIVE t and other',
  ],
  ['alter table t validate constraint k', 'SHARE UPDATE EXCLUSIVE t'],
  ['drop table if exists a.b', 'ACCESS EXCLUSIVE a.b'],
  ['create or replace view "public"."v" as select 1', 'ACCESS EXCLUSIVE public.v'],
  ['refresh materialized view "public"."m";', 'ACCESS EXCLUSIVE public.m'],
  ['vacuum (analyze) "public"."t";', 'SHARE UPDATE EXCLUSIVE public.t'],
  ['vacuum (full, analyze) t', 'ACCESS EXCLUSIVE t'],
  ['reindex table concurrently public.t', 'SHARE UPDATE EXCLUSIVE public.t'],
  ['reindex index public.i', 'SHARE its table'],
  ['cluster public.t using i', 'ACCESS EXCLUSIVE public.t'],
  ['create statistics s.x (mcv) on "a", (lower(b)) from "s"."t"', 'SHARE UPDATE EXCLUSIVE s.t'],
  ['alter table t set (fillfactor = 70)', 'SHARE UPDATE EXCLUSIVE t'],
  ['alter table t set unlogged', 'ACCESS EXCLUSIVE t'],
  [`comment on index "public"."i" is 'drop table x; it''s';`, 'SHARE UPDATE EXCLUSIVE public.i'],
  ['alter publication "p" add table "public"."t";', 'SHARE UPDATE EXCLUSIVE public.t'],
  ['alter domain d add constraint c check (value > 0)', 'SHARE every table with a column of d'],
  [
    'drop schema "s" cascade;',
    'ACCESS EXCLUSIVE every table, view and sequence that is dropped or changed with it',
  ],
])('%s takes the lock %s', (sql, lock) => {
  expect(locks(sql)).toEqual([lock])
})

it('finds no lock in text that is not a statement, and in statements that lock no table', () => {
  const sql = `
    -- drop table a;
    /* drop table b; */
    create function f() returns void language plpgsql as $x$ begin drop table c; end $x$;
    create type mood as enum ('drop table d;');
    create role clerk`
  expect(locks(sql)).toEqual([])
})

it('names each lock once', () => {
  expect(locks('alter table t add a int; alter table t add b int; drop index i')).toEqual([
    'ACCESS EXCLUSIVE t',
    'ACCESS EXCLUSIVE its table',
  ])
})

it.each([
  [
    `create table "public"."a_1" partition of "public"."a" for values in ('x'); alter table "public"."a_1" enable row level security`,
    ['ACCESS EXCLUSIVE public.a'],
  ],
  [
    'alter table a attach partition b default',
    ['SHARE UPDATE EXCLUSIVE a', 'ACCESS EXCLUSIVE b and the default partition'],
  ],
  ['alter table a detach partition b', ['ACCESS EXCLUSIVE a and b']],
  [
    'alter table a detach partition b concurrently',
    ['SHARE UPDATE EXCLUSIVE a', 'ACCESS EXCLUSIVE b'],
  ],
  ['alter table a detach partition b finalize', ['SHARE UPDATE EXCLUSIVE a', 'ACCESS EXCLUSIVE b']],
])('names the locks on both tables of %s', (sql, expected) => {
  expect(locks(sql)).toEqual(expected)
})

it('names no lock on a table that the same text creates', () => {
  const sql = `create table "public"."people" (id int); alter table "public"."people" enable row level security;
    comment on column "public"."people"."id" is 'x'; alter table other add a int`
  expect(locks(sql)).toEqual(['ACCESS EXCLUSIVE other'])
})
