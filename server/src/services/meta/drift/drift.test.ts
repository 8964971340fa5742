import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMetaApp, query, type MetaApp } from '../../../../test/meta/app.ts'

let meta: MetaApp

beforeAll(async () => {
  meta = await createMetaApp()
})
afterAll(() => meta.stop())

type Item = {
  side: string
  kind: string
  schema: string
  table: string | null
  name: string
  signature: string | null
}
const drift = async () => (await meta.call('GET', '/drift')).body
const names = async () =>
  (await drift()).items.map(({ side, kind, name }: Item) => `${side} ${kind} ${name}`).toSorted()
const run = (sql: string, options: object = {}) => meta.call('POST', '/query', query(sql, options))
const record = ({ side, kind, schema, table, name, signature }: Item) =>
  meta.call('POST', '/drift-records', { side, kind, schema, table, name, signature })

it('finds no difference after changes in the dashboard', async () => {
  expect(await drift()).toEqual({
    items: [],
    unrecorded: 0,
    missing: 0,
    changed: 0,
    uncompared: 0,
    migrations: 0,
    unread: 0,
  })
  const { body: table } = await meta.call('POST', '/tables', {
    schema: 'public',
    name: 'Odd "one"',
    columns: [
      { name: 'id', type: 'int', identity: 'always', is_primary_key: true },
      { name: 'a, b', type: 'numeric(10, 2)', is_unique: true },
    ],
  })
  await meta.call('POST', `/tables/${table.id}/columns`, { name: 'extra', type: 'text' })
  await meta.call('PATCH', `/tables/${table.id}/columns/3`, { name: 'more' })
  await run(
    'create function public.f(a int default 1) returns int language sql as $$ select 1 $$',
    {
      is_migration: true,
    },
  )
  await run(
    `create type public.mood as enum ('a'); create schema apart; create view apart.v as select 1 as x`,
    {
      is_migration: true,
    },
  )
  expect(await drift()).toMatchObject({ items: [], migrations: 5 })
})

it('finds and records what the history lacks', async () => {
  // A webhook is no change of definitions.
  await meta.test.run(
    `
    create schema if not exists supabase_functions;
    create function supabase_functions.note() returns trigger language plpgsql as 'begin return new; end';
    create trigger hook after insert on public."Odd ""one""" for each row
      execute function supabase_functions.note()`,
    'supabase_admin',
  )
  await run(`
    create table public.stray (id serial primary key, note text not null default 'x');
    create index stray_note on public.stray (note);
    alter table public."Odd ""one""" add column late int default 5;
    create index late_index on public."Odd ""one""" (late);
    create policy seen on public."Odd ""one""" for select to anon using (late > 1);
    create sequence public.numbers;
    create type public.color as enum ('it''s', 'red');
    create function public.g() returns int language sql as 'select 2';`)
  const expected = [
    'unrecorded column late',
    'unrecorded function g',
    'unrecorded index late_index',
    'unrecorded policy seen',
    'unrecorded sequence numbers',
    'unrecorded table stray',
    'unrecorded type color',
  ]
  expect(await names()).toEqual(expected)
  const { items } = await drift()
  for (const item of items) expect(await record(item)).toMatchObject({ status: 200 })
  expect(await names()).toEqual([])
  const gone = await record(items[0])
  expect([gone.status, gone.body.code]).toEqual([404, 'drift_not_found'])
  // The recorded SQL creates the objects, and its rollback removes them.
  const { body } = await meta.call('GET', '/migration-files')
  const recorded = body.files.slice(-expected.length)
  await run(`drop table public.stray; drop sequence public.numbers; drop type public.color;
    drop function public.g(); alter table public."Odd ""one""" drop column late cascade`)
  for (const { sql } of recorded) expect((await run(sql)).status).toBe(200)
  expect(await names()).toEqual([])
})

it('finds and records what the database lacks', async () => {
  await run('drop function public.g(); drop table public.stray')
  const { items } = await drift()
  expect(items).toMatchObject([
    { side: 'missing', kind: 'table', name: 'stray', record_sql: 'drop table "public"."stray"' },
    { side: 'missing', kind: 'function', name: 'g', undo_sql: null },
  ])
  for (const item of items) expect((await record(item)).status).toBe(200)
  expect(await names()).toEqual([])
})

it('counts what it cannot read', async () => {
  await run('do $$ begin perform 1; end $$', { is_migration: true })
  await meta.call('POST', '/migration-repairs', { status: 'applied', version: '1' })
  expect((await drift()).unread).toBe(2)
})
