import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMetaApp, query, type MetaApp } from '../../../../test/meta/app.ts'

let meta: MetaApp

beforeAll(async () => {
  meta = await createMetaApp()
  await meta.call('POST', '/query', query(SETUP))
})
afterAll(() => meta.stop())

const SETUP = `
  create table public.parts (id int primary key, "no te" text);
  create function public.twice(a int) returns int language sql as 'select 2 * a';
  create function public.twice(a text) returns text language sql as 'select a || a';
  create function public.touch() returns trigger language plpgsql as 'begin return new; end';
  create trigger known before insert on public.parts for each row execute function public.touch();
  create view public.listed with (security_invoker = on) as select id from public.parts;
  create policy seen on public.parts for select to anon using (id > 1);
  create type public.mood as enum ('it''s', 'sad');
  create type public.pair as (a int, b text);`

const rows = async (sql: string) =>
  (await meta.call('POST', '/query', query(sql))).body.results.at(-1).rows
const latest = async () => (await meta.call('GET', '/migrations')).body.items[0]

/** The definitions of the kinds of objects that have an editor with SQL text. */
const shape = () =>
  rows(`
    select pg_get_functiondef(oid) as definition from pg_proc
      where pronamespace = 'public'::regnamespace
    union all
    select concat_ws(' ', oid::regclass, relkind, reloptions, pg_get_viewdef(oid)) from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
    union all
    select pg_get_triggerdef(oid) from pg_trigger
      where tgrelid = 'public.parts'::regclass and not tgisinternal
    union all
    select concat_ws(' ', polname, polroles, pg_get_expr(polqual, polrelid)) from pg_policy
      where polrelid = 'public.parts'::regclass
    union all
    select concat_ws(' ', typname, typtype, (
      select string_agg(enumlabel, ',' order by enumsortorder) from pg_enum where enumtypid = t.oid
    )) from pg_type t where typnamespace = 'public'::regnamespace and typtype in ('e', 'c', 'd')
    order by 1`)

it.each([
  `create function public.new(a int default 1, out b text) language sql as 'select ''x'''`,
  `create procedure new() language sql as 'select 1'`,
  `create or replace function public.twice(a int) returns int language sql as 'select 3 * a'`,
  `create function public.twice(a numeric) returns numeric language sql as 'select 2 * a'`,
  'alter function public.twice(text) security definer set search_path to public',
  'drop function public.twice(text)',
  'create view public."Odd ""one""" as select 1 as a; create view other as select 2 as b',
  'create or replace view public.listed as select id from public.parts where id > 5',
  'create or replace view public.listed as select id, 1 as more from public.parts',
  'alter view public.listed reset (security_invoker)',
  'drop view public.listed',
  'create materialized view public.stored as select id from public.parts',
  'create trigger new after delete on public.parts for each row execute function public.touch()',
  'create or replace trigger known after insert on public.parts for each row execute function public.touch()',
  'drop trigger known on public.parts',
  'create policy "New; one" on public.parts for select using (true)',
  'alter policy seen on public.parts to authenticated using (id > 2)',
  'drop policy seen on public.parts',
  `create type public.state as enum ('on', 'off')`,
  'create type public.point as (x int, y int)',
  'create domain public.positive as int check (value > 0)',
  'drop type public.mood',
])('reverts %s', async (sql) => {
  const before = await shape()
  const made = await meta.call('POST', '/query', query(sql, { is_migration: true }))
  expect(made).toMatchObject({ status: 200 })
  expect(await shape()).not.toEqual(before)
  const migration = await latest()
  expect(migration).toMatchObject({ has_rollback: true })
  const reverted = await meta.call('POST', `/migrations/${migration.version}/revert`, {})
  expect([reverted.status, reverted.body.message]).toEqual([200, undefined])
  expect(await shape()).toEqual(before)
})

it.each([
  `alter type public.mood add value 'glad'`,
  'alter function public.twice(int) rename to double',
  'comment on view public.listed is null',
  'create view public.a as select 1 as x; create or replace view public.a as select 2 as x',
  'drop type public.pair',
  `set local search_path = auth; create table public.unknown ()`,
])('has no undo for %s', async (sql) => {
  const made = await meta.call('POST', '/query', query(sql, { is_migration: true }))
  expect(made).toMatchObject({ status: 200 })
  expect(await latest()).toMatchObject({ has_rollback: false })
})
