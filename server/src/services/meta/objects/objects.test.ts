import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMetaApp, query, type MetaApp } from '../../../../test/meta/app.ts'

let meta: MetaApp

beforeAll(async () => {
  meta = await createMetaApp()
  await meta.test.run(`
    create schema app;
    create type app."Gemüt" as enum ('sad', 'o''k', 'happy');
    create domain app.email as text collate "C" default 'a@b'::text not null
      constraint "has @" check (value like '%@%');
    create type app."Point 3D" as (x int, "Y" numeric(4, 2), at app.email);
    create table app.person (
      id int primary key, name text, mood app."Gemüt", moods app."Gemüt"[]
    );
    create view app.moody as select mood from app.person;
    create view app.moodier as select * from app.moody;
    create function app.greet(who text, times int default 1) returns text
      language sql stable security definer as 'select who';
    comment on function app.greet is 'says hello';
    create view app.greetings as select app.greet(name) from app.person;
    create function app.greet(who int) returns int language sql immutable as 'select who';
    create procedure app.tidy() language plpgsql as 'begin end';
    create aggregate app.total(int) (sfunc = int4pl, stype = int);
    create function app."on Change"() returns trigger language plpgsql as 'begin return new; end';
    create trigger "Touch" before insert or update of name on app.person
      for each row when (new.id > 0) execute function app."on Change"();
    alter table app.person disable trigger "Touch";
    create index "by Name" on app.person (lower(name));
    create table app.parted (id int primary key) partition by range (id);
    create table app.parted_1 partition of app.parted for values from (0) to (9);
    create index on app.parted (id);
    create trigger each after delete on app.parted
      for each row execute function app."on Change"();
    create extension hstore schema app;
    create publication news for table app.person with (publish = 'insert, update');
    create role "Team A" nologin connection limit 3;
  `)
})
afterAll(() => meta.stop())

const get = async (path: string) => {
  const { status, body } = await meta.call('GET', `/objects${path}`)
  expect([status, body.message]).toEqual([200, undefined])
  return body
}
type Item = { name: string; id: number; table?: string }
const find = async (path: string, name: string) =>
  (await get(path)).items.find((item: Item) => item.name === name)

const dependents = async (kind: string, id: number) =>
  (await get(`/dependents?kind=${kind}&id=${id}`)).items.map(
    (item: { description: string; needs_cascade: boolean }) =>
      `${item.description}${item.needs_cascade ? ' (cascade)' : ''}`,
  )

describe('functions', () => {
  it('are listed with arguments, language, security and volatility', async () => {
    const { items } = await get('/functions?schema=app&search=GREET')
    expect(items).toHaveLength(2)
    expect(items[0]).toMatchObject({
      kind: 'function',
      arguments: 'who text, times integer DEFAULT 1',
      identity_arguments: 'who text, times integer',
      return_type: 'text',
      language: 'sql',
      is_security_definer: true,
      volatility: 'stable',
      comment: 'says hello',
      locked_by: null,
    })
    expect(await find('/functions?schema=app', 'tidy')).toMatchObject({
      kind: 'procedure',
      return_type: null,
    })
  })

  it('can be listed for triggers alone', async () => {
    const { items, total } = await get('/functions?schema=app&returns=trigger')
    expect([items.map(({ name }: Item) => name), total]).toEqual([['on Change'], 1])
  })

  it('come page by page with the total', async () => {
    const { items, total } = await get('/functions?schema=app&search=greet&limit=1&offset=1')
    expect([items.length, items[0].return_type, total]).toEqual([1, 'integer', 2])
  })

  it('of extensions and of the platform are shown as locked', async () => {
    expect((await find('/functions?schema=app&search=akeys', 'akeys')).locked_by).toBe('extension')
    expect((await find('/functions?schema=auth', 'uid')).locked_by).toBe('platform')
  })

  it('have a definition that creates them again, except aggregates', async () => {
    const greet = await find('/functions?schema=app', 'greet')
    const { definition } = await get(`/functions/${greet.id}`)
    expect((await meta.call('POST', '/query', query(definition))).status).toBe(200)
    const total = await find('/functions?schema=app', 'total')
    expect(await get(`/functions/${total.id}`)).toEqual({ definition: null })
    const missing = await meta.call('GET', '/objects/functions/1')
    expect([missing.status, missing.body.code]).toEqual([404, 'function_not_found'])
  })

  it('are searched for the text itself in any case, not for a pattern', async () => {
    expect((await get('/functions?schema=app&search=%25')).total).toBe(0)
    expect((await get(`/functions?schema=app&search=${encodeURIComponent("n c'\\")}`)).total).toBe(
      0,
    )
    expect((await get('/functions?schema=app&search=n%20c')).total).toBe(1)
    await meta.test.run(`create function app."Äpfel"() returns int language sql as 'select 1'`)
    expect((await get(`/functions?schema=app&search=${encodeURIComponent('äPFEL')}`)).total).toBe(1)
    await meta.test.run('drop function app."Äpfel"()')
  })

  it('of hidden schemas are not shown', async () => {
    expect((await get('/functions?schema=stoa')).total).toBe(0)
  })
})

it('lists event triggers, and marks those of the platform as locked', async () => {
  await meta.test.run(
    `create function public.noted() returns event_trigger language plpgsql as 'begin end';
     create event trigger "On drop" on sql_drop when tag in ('DROP TABLE', 'DROP VIEW')
       execute function public.noted();
     alter event trigger "On drop" disable;`,
    'supabase_admin',
  )
  const triggers = await get('/event-triggers')
  expect(triggers.find(({ name }: { name: string }) => name === 'On drop')).toEqual({
    id: expect.any(Number),
    name: 'On drop',
    locked_by: 'owner',
    event: 'sql_drop',
    tags: ['DROP TABLE', 'DROP VIEW'],
    function_schema: 'public',
    function_name: 'noted',
    enabled: 'disabled',
    comment: null,
  })
  expect(triggers).toContainEqual(expect.objectContaining({ locked_by: 'platform' }))
})

it('lists triggers with events, level, function and state', async () => {
  expect(await find('/triggers?schema=app', 'Touch')).toMatchObject({
    table: 'person',
    timing: 'before',
    events: ['insert', 'update'],
    level: 'row',
    function_schema: 'app',
    function_name: 'on Change',
    enabled: 'disabled',
    locked_by: null,
    definition: expect.stringContaining('UPDATE OF name'),
  })
  const { items } = await get('/triggers?schema=app&search=each')
  expect(
    items.map(({ table, locked_by }: Item & { locked_by: string }) => [table, locked_by]),
  ).toEqual([
    ['parted', null],
    ['parted_1', 'parent'],
  ])
})

it('lists enumerated types with their values in order', async () => {
  expect((await get('/enum-types?schema=app')).items).toEqual([
    expect.objectContaining({ name: 'Gemüt', values: ['sad', "o'k", 'happy'], locked_by: null }),
  ])
})

it('lists domains and composite types with their definitions', async () => {
  expect((await get('/custom-types?schema=app')).items).toMatchObject([
    {
      name: 'Point 3D',
      kind: 'composite',
      definition: '(x integer, "Y" numeric(4,2), at app.email)',
      locked_by: null,
    },
    {
      name: 'email',
      kind: 'domain',
      definition: `text collate pg_catalog."C" default 'a@b'::text not null constraint "has @" CHECK ((VALUE ~~ '%@%'::text))`,
      locked_by: null,
    },
  ])
  const { id } = await find('/custom-types?schema=app', 'email')
  expect(await dependents('type', id)).toEqual([
    'column at of composite type app."Point 3D" (cascade)',
  ])
})

it('lists range types with definitions that create them', async () => {
  const definition =
    'range (subtype = text, subtype_opclass = pg_catalog.text_pattern_ops, collation = pg_catalog."C", multirange_type_name = ranges."Spans")'
  await meta.test.run(`create schema ranges; create type ranges.span as ${definition}`)
  expect((await get('/custom-types?schema=ranges')).items).toMatchObject([
    { name: 'span', kind: 'range', definition },
  ])
})

/** Runs `work` while another session has an exclusive lock on the table. */
async function whileLocked(table: string, work: () => Promise<void>) {
  const client = await meta.test.database.connect('postgres', 'test')
  try {
    await client.query(`begin; lock table ${table}`)
    await work()
  } finally {
    await client.end()
  }
}

it('lists triggers and indexes without definition while their table is locked', async () => {
  await whileLocked('app.person', async () => {
    expect((await find('/triggers?schema=app', 'Touch')).definition).toBeNull()
    expect(await find('/indexes?schema=app', 'by Name')).toMatchObject({
      definition: null,
      size_bytes: 8192,
    })
  })
})

describe('indexes', () => {
  it('are listed with size, uses and definition', async () => {
    expect(await find('/indexes?schema=app', 'by Name')).toMatchObject({
      table: 'person',
      method: 'btree',
      is_unique: false,
      is_valid: true,
      size_bytes: 8192,
      scans: 0,
      locked_by: null,
      definition: 'CREATE INDEX "by Name" ON app.person USING btree (lower(name))',
    })
  })

  it('of constraints and partitions are shown as locked', async () => {
    const reasons = await Promise.all(
      ['person_pkey', 'parted_id_idx', 'parted_1_id_idx'].map(
        async (name) => (await find('/indexes?schema=app', name)).locked_by,
      ),
    )
    expect(reasons).toEqual(['constraint', null, 'parent'])
  })
})

describe('extensions', () => {
  it('show which are installed, where, and which the owner can install', async () => {
    const all = await get('/extensions')
    const named = (name: string) => all.find((each: Item) => each.name === name)
    expect(named('hstore')).toMatchObject({
      schema: 'app',
      installed_version: named('hstore').default_version,
      can_install: true,
      can_change: true,
    })
    expect(named('pgcrypto').can_change).toBe(false)
    expect(named('citext')).toMatchObject({ id: null, installed_version: null, can_install: true })
    expect(named('dblink').can_install).toBe(false)
    expect(named('earthdistance').requires).toEqual(['cube'])
  })

  it('can be installed exactly where Postgres allows it', async () => {
    const wrong: string[] = []
    for (const { name, can_install, installed_version } of await get('/extensions')) {
      if (installed_version !== null) continue
      const text = `begin; create extension "${name}" cascade; rollback`
      const { status, body } = await meta.call('POST', '/query', query(text))
      // A procedural language can also lack its libraries on this machine.
      const isDenied = /permission denied/.test(body.message ?? '')
      if ((status === 200 && !can_install) || (isDenied && can_install)) wrong.push(name)
    }
    expect(wrong).toEqual([])
  })
})

it('lists tables with row level security and policies, also found by a policy', async () => {
  await meta.test.run(`
    create table app.note (id int, owner uuid);
    alter table app.note enable row level security;
    create policy "Own notes" on app.note as restrictive for update to authenticated
      using (owner is not null) with check (id > 0);
    create policy "Read notes" on app.note for select using (true);
  `)
  const { items, total } = await get('/policies?schema=app&search=OWN')
  expect(total).toBe(1)
  expect(items[0]).toMatchObject({
    name: 'note',
    locked_by: null,
    rls_enabled: true,
    rls_forced: false,
    policies: [
      {
        name: 'Own notes',
        command: 'UPDATE',
        is_permissive: false,
        roles: ['authenticated'],
        using: '(owner IS NOT NULL)',
        check: '(id > 0)',
      },
      { name: 'Read notes', command: 'SELECT', is_permissive: true, roles: ['public'] },
    ],
  })
  expect(await find('/policies?schema=app', 'person')).toMatchObject({
    rls_enabled: false,
    policies: [],
  })
  expect(await find('/policies?schema=auth', 'users')).toMatchObject({ locked_by: 'platform' })
})

describe('tables', () => {
  it('are listed with their size, rows, columns, security and realtime', async () => {
    await meta.test.run(`
      insert into app.person (id) select generate_series(1, 20);
      analyze app.person;
      create table app."Zebra" (id int);
      alter table app."Zebra" enable row level security;
      do $$ begin
        if not exists (select from pg_publication where pubname = 'supabase_realtime') then
          create publication supabase_realtime;
        end if;
      end $$;
      alter publication supabase_realtime add table app."Zebra", app.parted;
    `)
    expect(await find('/tables?schema=app', 'person')).toMatchObject({
      kind: 'table',
      locked_by: null,
      column_count: 4,
      estimated_rows: 20,
      rls_enabled: false,
      is_in_realtime: false,
    })
    const zebra = await find('/tables?schema=app', 'Zebra')
    expect(zebra).toMatchObject({ estimated_rows: 0, rls_enabled: true, is_in_realtime: true })
    const { items } = await get('/tables?schema=app')
    expect(items.map(({ name }: Item) => name).slice(-3)).toEqual(['parted', 'person', 'Zebra'])
    expect(await find('/tables?schema=auth', 'users')).toMatchObject({ locked_by: 'platform' })
  })

  it('list their partitions only on request', async () => {
    const parted = await find('/tables?schema=app', 'parted')
    expect(parted).toMatchObject({ kind: 'partitioned_table', partition_count: 1 })
    expect(parted.size_bytes).toBeGreaterThan(0)
    expect(await find('/tables?schema=app', 'parted_1')).toBeUndefined()
    const part = { partition_of: 'parted', partition_count: 0, is_in_realtime: true }
    for (const wanted of ['search=PARTED_1', 'partitions_of=parted'])
      expect(await find(`/tables?schema=app&${wanted}`, 'parted_1')).toMatchObject(part)
    expect((await get('/tables?schema=app&partitions_of=parted')).total).toBe(1)
  })
})

it('lists views and materialized views with their queries and options', async () => {
  await meta.test.run(`
    create view app.careful with (security_invoker = true) as select id from app.person;
    create materialized view app.kept as select 1 as one with no data;
    create view app.on_kept as select one from app.kept;
  `)
  expect(await find('/views?schema=app', 'careful')).toMatchObject({
    locked_by: null,
    is_materialized: false,
    is_security_invoker: true,
    options: 'security_invoker=true',
    query: expect.stringMatching(/FROM app\.person;$/),
    create_sql: expect.stringMatching(
      /^create or replace view "app"\."careful" with \(security_invoker=true\) as\n/,
    ),
  })
  const kept = await find('/views?schema=app&search=KEPT', 'kept')
  expect(kept).toMatchObject({
    is_materialized: true,
    is_populated: false,
    is_security_invoker: false,
    options: null,
  })
  expect(await dependents('view', kept.id)).toEqual(['view app.on_kept (cascade)'])
})

it('lists sequences with their values and columns', async () => {
  await meta.test.run(`
    create table app.numbered (id bigint generated always as identity, other bigserial);
    create sequence app.free as int start 5 increment 2 cycle;
    select nextval('app.free');
  `)
  expect(await find('/sequences?schema=app', 'free')).toMatchObject({
    locked_by: null,
    type: 'integer',
    last_value: '5',
    increment: '2',
    max_value: '2147483647',
    is_cycling: true,
    owned_by: null,
    is_identity: false,
  })
  expect(await find('/sequences?schema=app', 'numbered_id_seq')).toMatchObject({
    last_value: null,
    owned_by: 'app.numbered.id',
    is_identity: true,
  })
  const other = await find('/sequences?schema=app', 'numbered_other_seq')
  expect(other).toMatchObject({ owned_by: 'app.numbered.other', is_identity: false })
  expect(await dependents('sequence', other.id)).toEqual([
    'default value for column other of table app.numbered (cascade)',
  ])
})

it('lists schemas with the number of their objects, and the objects that a drop includes', async () => {
  await meta.test.run(`
    create schema "Old stuff";
    create table "Old stuff".thing (id int);
    create view "Old stuff".things as select id from "Old stuff".thing;
  `)
  const all: Item[] = await get('/schemas')
  const old = all.find(({ name }) => name === 'Old stuff')
  expect(old).toMatchObject({
    owner: 'postgres',
    locked_by: null,
    tables: 1,
    views: 1,
    functions: 0,
  })
  expect(await dependents('schema', old?.id ?? 0)).toEqual([
    'table "Old stuff".thing (cascade)',
    'view "Old stuff".things (cascade)',
  ])
  expect(all.find(({ name }) => name === 'auth')).toMatchObject({ locked_by: 'platform' })
  expect(all.find(({ name }) => name === 'stoa')).toBeUndefined()
})

it('lists publications with their tables and operations', async () => {
  expect(await get('/publications')).toContainEqual(
    expect.objectContaining({
      name: 'news',
      owner: 'postgres',
      locked_by: null,
      is_for_all_tables: false,
      publishes_insert: true,
      publishes_truncate: false,
      schemas: [],
      tables: [await meta.idOf('app.person')],
    }),
  )
})

describe('dependents', () => {
  it('of a type are its columns and the views on them, not its array type', async () => {
    const { id } = await find('/enum-types?schema=app', 'Gemüt')
    expect(await dependents('type', id)).toEqual([
      'column mood of table app.person (cascade)',
      'column moods of table app.person (cascade)',
      'view app.moodier (cascade)',
      'view app.moody (cascade)',
    ])
  })

  it('of a function are views and triggers', async () => {
    const [greet] = (await get('/functions?schema=app&search=greet')).items
    expect(await dependents('function', greet.id)).toEqual(['view app.greetings (cascade)'])
    const change = await find('/functions?schema=app', 'on Change')
    expect(await dependents('function', change.id)).toEqual([
      'trigger Touch on table app.person (cascade)',
      'trigger each on table app.parted (cascade)',
    ])
  })

  it('of an extension are what uses its members', async () => {
    await meta.test.run('create table app.bag (id int, things app.hstore)')
    const all = await get('/extensions')
    const { id } = all.find(({ name }: Item) => name === 'hstore')
    expect(await dependents('extension', id)).toEqual(['column things of table app.bag (cascade)'])
  })

  it('of an unused index are empty', async () => {
    const { id } = await find('/indexes?schema=app', 'by Name')
    expect(await get(`/dependents?kind=index&id=${id}`)).toEqual({ items: [], total: 0 })
  })
})
