import { createHash, createHmac, pbkdf2Sync } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import type { ObjectChange } from '@stoa/contract/services/meta/object-changes'
import { rawSql } from '../../../postgres/sql.ts'
import { createMetaApp, type MetaApp } from '../../../../test/meta/app.ts'

let meta: MetaApp

beforeAll(async () => {
  meta = await createMetaApp()
  await meta.test.run(`
    create schema "My ""S""";
    create table "My ""S"""."Or""der" (id int primary key, "A""" int, owner uuid);
    create table public.plain (id int);
    create function public.touch() returns trigger language plpgsql as 'begin return new; end';
    create function public.twice(a integer) returns int language sql as 'select 1';
    create function public.twice(a text, b text[]) returns int language sql as 'select 1';
    create function public.add(a int, b int) returns int language sql as 'select 1';
    create aggregate public.total(int) (sfunc = public.add, stype = int);
    create materialized view public.seen as select 1 as one`)
})
afterAll(() => meta.stop())

const send = (change: ObjectChange, options: object = {}) =>
  meta.call('POST', '/object-changes', { change, ...options })

const table = { schema: 'My "S"', name: 'Or"der' }
const TABLE = '"My ""S"""."Or""der"'

/** Each preview, in an order in which the changes can also be made. */
const CHANGES: readonly [ObjectChange, string[]][] = [
  [
    {
      kind: 'create_index',
      table,
      name: null,
      method: 'btree',
      columns: ['id', 'A"'],
      is_unique: true,
      is_concurrent: true,
      condition: null,
    },
    [`create unique index concurrently\non ${TABLE} using btree ("id", "A""")`],
  ],
  [
    {
      kind: 'create_index',
      table,
      name: 'Few',
      method: 'brin',
      columns: ['id'],
      is_unique: false,
      is_concurrent: false,
      condition: 'id > 0 -- few',
    },
    [`create index "Few"\non ${TABLE} using brin ("id")\nwhere (id > 0 -- few\n)`],
  ],
  [
    {
      kind: 'create_index',
      table,
      name: 'Covering',
      method: 'btree',
      columns: [],
      expressions: ['abs(id)'],
      include: ['A"'],
      is_unique: true,
      nulls_not_distinct: true,
      is_concurrent: false,
      condition: null,
    },
    [
      `create unique index "Covering"\non ${TABLE} using btree ((abs(id))) include ("A""") nulls not distinct`,
    ],
  ],
  [
    { kind: 'drop_index', schema: 'My "S"', name: 'Few', cascade: false, is_concurrent: true },
    ['drop index concurrently "My ""S"""."Few"'],
  ],
  [
    {
      kind: 'create_trigger',
      table,
      name: 'on',
      timing: 'before',
      events: ['insert', 'update'],
      level: 'row',
      function: { schema: 'public', name: 'touch' },
      condition: 'new.id > 0',
    },
    [
      `create trigger "on"\nbefore insert or update on ${TABLE}\nfor each row\nwhen (new.id > 0)\nexecute function "public"."touch"()`,
    ],
  ],
  [
    { kind: 'enable_trigger', schema: 'My "S"', table: 'Or"der', name: 'on', is_enabled: false },
    [`alter table ${TABLE} disable trigger "on"`],
  ],
  [
    {
      kind: 'rename',
      object: { type: 'trigger', schema: 'My "S"', table: 'Or"der', name: 'on' },
      name: 'off',
    },
    [`alter trigger "on" on ${TABLE} rename to "off"`],
  ],
  [
    {
      kind: 'drop',
      object: { type: 'trigger', schema: 'My "S"', table: 'Or"der', name: 'off' },
      cascade: true,
    },
    [`drop trigger "off" on ${TABLE} cascade`],
  ],
  [
    { kind: 'set_row_security', ...table, is_enabled: true },
    [`alter table ${TABLE} enable row level security`],
  ],
  [
    { kind: 'secure_tables', tables: [table, { schema: 'public', name: 'plain' }] },
    [
      `alter table ${TABLE} enable row level security`,
      'alter table "public"."plain" enable row level security',
    ],
  ],
  [
    {
      kind: 'create_policies',
      table,
      policies: [
        {
          name: "it's",
          command: 'UPDATE',
          is_restrictive: true,
          roles: ['public'],
          using: 'id > 1',
          check: 'id > 2',
        },
        {
          name: 'Add',
          command: 'INSERT',
          is_restrictive: false,
          roles: ['anon', 'authenticated'],
          using: null,
          check: 'true',
        },
      ],
    },
    [
      `create policy "it's"\non ${TABLE}\nas restrictive\nfor update to public\nusing (id > 1)\nwith check (id > 2)`,
      `create policy "Add"\non ${TABLE}\nfor insert to "anon", "authenticated"\nwith check (true)`,
    ],
  ],
  [
    {
      kind: 'create_policies',
      table,
      policies: [
        {
          name: 'Own',
          command: 'SELECT',
          is_restrictive: false,
          roles: ['anon'],
          using: { template: 'own_rows', column: 'owner' },
          check: null,
        },
      ],
    },
    [
      `create policy "Own"\non ${TABLE}\nfor select to "anon"\nusing ((select auth.uid()) = "owner")`,
    ],
  ],
  [
    {
      kind: 'alter_policy',
      schema: 'My "S"',
      table: 'Or"der',
      name: "it's",
      change: { name: 'Mine', roles: ['anon'], using: 'id > 3' },
    },
    [
      `alter policy "it's"\non ${TABLE}\nto "anon"\nusing (id > 3)`,
      `alter policy "it's"\non ${TABLE}\nrename to "Mine"`,
    ],
  ],
  [
    {
      kind: 'comment',
      object: { type: 'policy', schema: 'My "S"', table: 'Or"der', name: 'Mine' },
      comment: 'back\\slash',
    },
    [`comment on policy "Mine" on ${TABLE} is  E'back\\\\slash'`],
  ],
  [
    { kind: 'create_enum', schema: 'public', name: 'Mood', values: ["it's", 'ok'] },
    [`create type "public"."Mood" as enum ('it''s', 'ok')`],
  ],
  [
    { kind: 'add_enum_value', schema: 'public', name: 'Mood', value: 'meh', before: 'ok' },
    [`alter type "public"."Mood" add value 'meh' before 'ok'`],
  ],
  [
    { kind: 'rename_enum_value', schema: 'public', name: 'Mood', value: 'meh', new_value: 'so' },
    [`alter type "public"."Mood" rename value 'meh' to 'so'`],
  ],
  [
    {
      kind: 'drop',
      object: { type: 'type', schema: 'public', name: 'Mood', is_domain: false },
      cascade: false,
    },
    ['drop type "public"."Mood"'],
  ],
  [
    { kind: 'create_extension', name: 'citext', schema: 'extensions', cascade: true },
    ['create extension "citext" with schema "extensions" cascade'],
  ],
  [{ kind: 'update_extension', name: 'citext' }, ['alter extension "citext" update']],
  [
    { kind: 'create_publication', name: 'Changes', operations: ['insert', 'delete'] },
    [`create publication "Changes" with (publish = 'insert, delete')`],
  ],
  [
    {
      kind: 'change_publication_tables',
      name: 'Changes',
      add: [table, { schema: 'public', name: 'plain' }],
      drop: [],
    },
    [
      `alter publication "Changes" add table ${TABLE}`,
      'alter publication "Changes" add table "public"."plain"',
    ],
  ],
  [
    { kind: 'create_sequence', schema: 'public', name: 'Tickets' },
    ['create sequence "public"."Tickets"'],
  ],
  [
    { kind: 'restart_sequence', schema: 'public', name: 'Tickets', next: '1000' },
    ['alter sequence "public"."Tickets" restart with 1000'],
  ],
  [{ kind: 'create_schema', name: 'New' }, ['create schema "New"']],
  [
    { kind: 'drop', object: { type: 'schema', name: 'New' }, cascade: true },
    ['drop schema "New" cascade'],
  ],
  [
    { kind: 'refresh_view', schema: 'public', name: 'seen' },
    ['refresh materialized view "public"."seen"'],
  ],
  [{ kind: 'maintain_table', ...table, action: 'vacuum' }, [`vacuum (analyze) ${TABLE}`]],
  [{ kind: 'maintain_table', ...table, action: 'analyze' }, [`analyze ${TABLE}`]],
  [
    {
      kind: 'set_parameter',
      name: 'search_path',
      role: 'anon',
      value: '"$user", public, "My app"',
    },
    [`alter role "anon" set "search_path" = '$user', 'public', 'My app'`],
  ],
  [
    { kind: 'set_parameter', name: 'search_path', role: 'anon', value: null },
    ['alter role "anon" reset "search_path"'],
  ],
  [
    { kind: 'set_parameter', name: 'pgrst.db_pre_request', role: null, value: "it's" },
    [`alter database "postgres" set "pgrst"."db_pre_request" = 'it''s'`],
  ],
]

it.each(CHANGES)('previews %j and runs it as shown', async (change, statements) => {
  expect(await send(change, { dry_run: true })).toMatchObject({ status: 200, body: { statements } })
  expect(await send(change)).toMatchObject({ status: 200, body: { statements } })
})

const idOf = (name: string) =>
  meta.test.database
    .as('postgres')
    .one(rawSql(`select '${name}'::regprocedure::oid::int as id`), z.object({ id: z.int() }))
    .then(({ id }) => id)

it('names the overload of a function and an aggregate with its types', async () => {
  const drop = async (name: string) => {
    const object = { type: 'function', id: await idOf(name) } as const
    const { body } = await send({ kind: 'drop', object, cascade: false })
    return body.statements
  }
  expect(await drop('public.twice(text, text[])')).toEqual([
    'drop function "public"."twice"(a text, b text[])',
  ])
  expect(await drop('public.total(int)')).toEqual(['drop aggregate "public"."total"(integer)'])
  const gone = await send({ kind: 'drop', object: { type: 'function', id: 1 }, cascade: false })
  expect(gone).toMatchObject({ status: 404, body: { code: 'function_not_found' } })
})

const history = async () => {
  const { body } = await meta.call('GET', '/migrations')
  return JSON.stringify(body)
}

it('records a change of definitions as a migration, also one without a transaction', async () => {
  await send({
    kind: 'create_index',
    table: { schema: 'public', name: 'plain' },
    method: 'btree',
    columns: ['id'],
    name: 'recorded',
    is_unique: false,
    is_concurrent: true,
    condition: null,
  })
  expect(await history()).toContain('recorded')
  await send({ kind: 'maintain_table', schema: 'public', name: 'plain', action: 'vacuum' })
  expect(await history()).not.toContain('vacuum (analyze) \\"public\\"')
})

/** RFC 5803 with the salt of another verifier. */
function verifierWithSaltOf(verifier: string, password: string): string {
  const salt = verifier.split(/[:$]/)[2] ?? ''
  const key = pbkdf2Sync(password, Buffer.from(salt, 'base64'), 4096, 32, 'sha256')
  const mac = (label: string) => createHmac('sha256', key).update(label).digest()
  const stored = createHash('sha256').update(mac('Client Key')).digest('base64')
  return `SCRAM-SHA-256$4096:${salt}$${stored}:${mac('Server Key').toString('base64')}`
}

const PASSWORD = "s3cret o'k \\"

it('sends Postgres a verifier of a password instead of the password', async () => {
  const role = { kind: 'create_role', name: 'Team', can_login: true, can_create_db: true } as const
  const shown = [`create role "Team" with login createdb password '********'`]
  const preview = await send({ ...role, password: PASSWORD }, { dry_run: true })
  expect(preview.body.statements).toEqual(shown)
  expect((await send({ ...role, password: PASSWORD })).body.statements).toEqual(shown)
  const stored = await meta.test.database
    .as('supabase_admin')
    .one(
      rawSql(`select rolpassword as verifier from pg_authid where rolname = 'Team'`),
      z.object({ verifier: z.string() }),
    )
  expect(stored.verifier).toMatch(/^SCRAM-SHA-256\$4096:/)
  expect(stored.verifier).toBe(verifierWithSaltOf(stored.verifier, PASSWORD))
  expect(await history()).not.toContain('Team')
  const altered = await send({ kind: 'alter_role', name: 'Team', can_login: false })
  expect(altered.body.statements).toEqual(['alter role "Team" with nologin'])
  expect((await send({ kind: 'alter_role', name: 'Team' })).body.statements).toEqual([])
  const dropped = await send({ kind: 'drop_role', name: 'Team', transfers_objects: true })
  expect(dropped.body.statements).toEqual([
    'grant "Team" to current_user',
    'reassign owned by "Team" to current_user',
    'drop owned by "Team"',
    'drop role "Team"',
  ])
})

it('refuses a password that clients prepare in different ways', async () => {
  const { status } = await send({ kind: 'create_role', name: 'Team', password: 'pässword' })
  expect(status).toBe(400)
})

it('refuses an expression that would end its parentheses, and names that Postgres would cut', async () => {
  const policy = { schema: 'public', table: 'plain', name: 'any' }
  const using = 'true); drop table public.plain; --'
  expect(await send({ kind: 'alter_policy', ...policy, change: { using } })).toMatchObject({
    status: 400,
    body: { code: 'invalid_expression' },
  })
  expect(await send({ kind: 'create_schema', name: 'ä'.repeat(40) })).toMatchObject({
    status: 400,
    body: { code: 'invalid_name' },
  })
})

it('does not overwrite what somebody else has changed', async () => {
  const object = { type: 'schema', name: 'My "S"' } as const
  const id = await meta.test.database
    .as('postgres')
    .one(
      rawSql(`select oid::int as id from pg_namespace where nspname = 'My "S"'`),
      z.object({ id: z.int() }),
    )
  const replaces = { kind: 'comment', catalog: 'pg_namespace', ...id, comment: null }
  expect((await send({ kind: 'comment', object, comment: 'mine' }, { replaces })).status).toBe(200)
  expect(await send({ kind: 'comment', object, comment: 'stale' }, { replaces })).toMatchObject({
    status: 409,
    body: { code: 'definition_changed', details: { current: { comment: 'mine' } } },
  })
})

it('says what Postgres refuses, with the fields of a failed query', async () => {
  const answer = await send({ kind: 'create_schema', name: 'public' })
  expect(answer).toMatchObject({
    status: 400,
    body: { code: 'query_failed', details: { sqlstate: '42P06' } },
  })
})

it('cannot change the objects of the platform', async () => {
  const object = { type: 'schema', name: 'auth' } as const
  const answer = await send({ kind: 'drop', object, cascade: true })
  expect(answer).toMatchObject({ status: 400, body: { details: { sqlstate: '42501' } } })
})

it.each([
  ['all', 'id > 1', "(extension in ('broadcast', 'presence') and (id > 1))"],
  ['presence', 'true', "(extension = 'presence')"],
  [
    'broadcast',
    { template: 'one_topic', topic: 'a' },
    "(extension = 'broadcast' and ((select realtime.topic()) = 'a'))",
  ],
] as const)('limits a policy to %s messages of channels', async (messages, using, condition) => {
  const roles = ['authenticated']
  const policy = { name: 'p', command: 'SELECT', is_restrictive: false, roles, messages } as const
  const { body } = await send(
    {
      kind: 'create_policies',
      table: { schema: 'realtime', name: 'messages' },
      policies: [{ ...policy, using, check: null }],
    },
    { dry_run: true },
  )
  expect(body.statements).toEqual([
    `create policy "p"\non "realtime"."messages"\nfor select to "authenticated"\nusing ${condition}`,
  ])
})
