import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMetaApp, query, type MetaApp } from '../../../../test/meta/app.ts'

let meta: MetaApp

beforeAll(async () => {
  meta = await createMetaApp()
})
afterAll(() => meta.stop())

const latest = async () => (await meta.call('GET', '/migrations')).body.items[0]
const detail = async (version: string) => (await meta.call('GET', `/migrations/${version}`)).body
const revert = (version: string, body: object = {}) =>
  meta.call('POST', `/migrations/${version}/revert`, body)
const rowsOf = async (sql: string) =>
  (await meta.call('POST', '/query', query(sql))).body.results.at(-1).rows
const change = async (input: object) => {
  const made = await meta.call('POST', '/object-changes', { change: input })
  expect(made).toMatchObject({ status: 200 })
}

/** The definition of the schema `public`, as far as these tests change it. */
const shape = () =>
  rowsOf(`
    select c.relname, c.relrowsecurity::text, obj_description(c.oid), (
      select string_agg(concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod),
        a.attnotnull, a.attidentity, a.attstorage, a.attstattarget, pg_get_expr(d.adbin, d.adrelid),
        col_description(c.oid, a.attnum), a.attacl::text), '; ' order by a.attnum)
      from pg_attribute a
      left join pg_attrdef d on (d.adrelid, d.adnum) = (a.attrelid, a.attnum)
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    ), (
      select string_agg(concat_ws(' ', conname, pg_get_constraintdef(oid)), '; ' order by conname)
      from pg_constraint where conrelid = c.oid and contype <> 'n'
    ), (
      select string_agg(pg_get_indexdef(indexrelid), '; ' order by indexrelid::regclass::text)
      from pg_index where indrelid = c.oid
    ), (
      select string_agg(concat_ws(' ', polname, polcmd, polpermissive, pg_get_expr(polqual, polrelid),
        pg_get_expr(polwithcheck, polrelid), obj_description(oid)), '; ' order by polname)
      from pg_policy where polrelid = c.oid
    ), (
      select string_agg(concat_ws(' ', tgname, tgenabled, pg_get_triggerdef(oid)), '; ' order by tgname)
      from pg_trigger where tgrelid = c.oid and not tgisinternal
    ), (select string_agg(g::text, ', ' order by g::text) from unnest(c.relacl) g)
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'S')
      and (c.relkind <> 'S' or not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'i'))
    union all
    select typname, null, obj_description(t.oid), (
      select string_agg(enumlabel, ', ' order by enumsortorder) from pg_enum where enumtypid = t.oid
    ), null, null, null, null, null
    from pg_type t where typnamespace = 'public'::regnamespace and typtype = 'e'
    union all
    select proname, null, obj_description(p.oid, 'pg_proc'), prosrc, null, null, null, null, null
    from pg_proc p where pronamespace = 'public'::regnamespace
    order by 1`)

const RESTORED = { difference: null }

/** Makes a change and reverts it, and compares the definition after that with the one before. */
async function changeAndRevert(make: () => Promise<unknown>) {
  const before = await shape()
  await make()
  const changed = await shape()
  expect(changed).not.toEqual(before)
  const { version } = await latest()
  const { status, body } = await revert(version)
  expect([status, body.message]).toEqual([200, undefined])
  const after = await shape()
  return {
    version,
    changed,
    before,
    difference: JSON.stringify(after) === JSON.stringify(before) ? null : after,
  }
}

let id = 0
const columns = [
  { name: 'id', type: 'int', identity: 'always', is_primary_key: true },
  { name: 'title', type: 'varchar(40)', default: { kind: 'literal', value: "it's" } },
  { name: 'state', type: 'text', comment: 'Before' },
]

it('previews a revert, records it as a migration, and reverts it too', async () => {
  const { version, changed, before, difference } = await changeAndRevert(() =>
    meta.call('POST', '/tables', { schema: 'public', name: 'Odd "name"', columns, comment: 'c' }),
  )
  expect(difference).toBeNull()
  const made = await latest()
  expect(made).toMatchObject({ source: 'revert', reverts: version, client: 'dashboard' })
  expect(await detail(version)).toMatchObject({ reverted_by: made.version })
  expect(await revert(version)).toMatchObject({ status: 409, body: { code: 'already_reverted' } })
  const preview = await revert(made.version, { dry_run: true })
  expect(preview.body).toMatchObject({ later: 0, loss: null })
  expect(preview.body.statements[0]).toContain('create table "public"."Odd ""name"""')
  expect(await shape()).toEqual(before)
  expect(await revert(made.version)).toMatchObject({ status: 200 })
  expect(await shape()).toEqual(changed)
  expect(await detail(version)).toMatchObject({ reverted_by: null })
  id = await meta.idOf('public."Odd ""name"""')
})

it('reverts a change of a table', async () => {
  const body = { name: 'plain', comment: 'd', rls_enabled: false }
  expect(await changeAndRevert(() => meta.call('PATCH', `/tables/${id}`, body))).toMatchObject(
    RESTORED,
  )
})

it.each<[string, number, object]>([
  [
    'everything',
    2,
    {
      type: 'text',
      default: { kind: 'expression', value: 'upper(current_user)' },
      is_nullable: false,
      is_unique: true,
      comment: 'new',
      name: 'head"line',
      storage: 'external',
      statistics: 500,
    },
  ],
  ['no default', 2, { default: null }],
  ['no identity', 1, { identity: null }],
])('reverts a change of a column: %s', async (_, position, body) => {
  expect(
    await changeAndRevert(() => meta.call('PATCH', `/tables/${id}/columns/${position}`, body)),
  ).toMatchObject(RESTORED)
})

it('reverts an added column, and says what is lost', async () => {
  const { version, difference } = await changeAndRevert(() =>
    meta.call('POST', `/tables/${id}/columns`, { name: 'extra', type: 'int', comment: 'x' }),
  )
  expect(difference).toBeNull()
  expect((await detail(version)).loss).toBe('The values of the column extra are deleted.')
})

it('reverts an added and a deleted constraint', async () => {
  const check = { kind: 'check', name: null, expression: "state <> ''" }
  const add = () => meta.call('POST', `/tables/${id}/constraints`, check)
  expect(await changeAndRevert(add)).toMatchObject(RESTORED)
  await add()
  const [[added]] = await rowsOf(
    `select oid::int8 from pg_constraint where conrelid = ${id} and contype = 'c'`,
  )
  expect(
    await changeAndRevert(() => meta.call('DELETE', `/tables/${id}/constraints/${added}`)),
  ).toMatchObject(RESTORED)
})

it('refuses to revert what cannot be undone, and says why', async () => {
  await meta.call('POST', `/tables/${id}/columns`, { name: 'gone', type: 'int' })
  const [[position]] = await rowsOf(
    `select attnum from pg_attribute where attrelid = ${id} and attname = 'gone'`,
  )
  await meta.call('DELETE', `/tables/${id}/columns/${position}`)
  const { version } = await latest()
  const refused = await revert(version)
  expect([refused.status, refused.body.code]).toEqual([409, 'no_rollback'])
  expect(refused.body.message).toContain('The values were deleted with the column.')
  expect((await revert('1')).body.code).toBe('migration_not_found')
})

describe('a change of an object', () => {
  const table = { schema: 'public', name: 'parts' }
  const on = { schema: 'public', table: 'parts' }
  const index = {
    kind: 'create_index',
    table,
    method: 'btree',
    columns: ['note'],
    is_unique: false,
    condition: null,
  }
  const policy = { command: 'ALL', roles: ['public'], using: 'true', check: 'id > 1' }
  const mood = { type: 'type', schema: 'public', name: 'mood', is_domain: false }

  beforeAll(() =>
    meta.test.run(`
      create table public.parts (id int primary key, note text);
      comment on table public.parts is 'x';
      create function public.touch() returns trigger language plpgsql as 'begin return new; end';
      create policy shown on public.parts for select using (id > 0);
      alter table public.parts owner to postgres;
      alter function public.touch() owner to postgres;`),
  )

  // Each is made again after its revert, because the next ones use it.
  it.each<readonly [string, object]>([
    ['an index', { ...index, name: null, is_concurrent: false }],
    ['an index built concurrently', { ...index, name: 'named', is_concurrent: true }],
    [
      'a dropped index',
      { kind: 'drop_index', schema: 'public', name: 'named', cascade: false, is_concurrent: true },
    ],
    [
      'an enum type',
      { kind: 'create_enum', schema: 'public', name: 'mood', values: ["it's", 'sad'] },
    ],
    [
      'a renamed value of an enum type',
      {
        kind: 'rename_enum_value',
        schema: 'public',
        name: 'mood',
        value: 'sad',
        new_value: 'glad',
      },
    ],
    ['a dropped type', { kind: 'drop', object: mood, cascade: false }],
    [
      'a trigger',
      {
        kind: 'create_trigger',
        table,
        name: 'touching',
        timing: 'before',
        events: ['insert'],
        level: 'row',
        function: { schema: 'public', name: 'touch' },
        condition: null,
      },
    ],
    [
      'a dropped trigger',
      { kind: 'drop', object: { type: 'trigger', ...on, name: 'touching' }, cascade: false },
    ],
    ['row level security', { kind: 'set_row_security', ...table, is_enabled: true }],
    [
      'a policy',
      { kind: 'create_policies', table, policies: [{ ...policy, name: 'all "of" it' }] },
    ],
    [
      'an altered policy',
      { kind: 'alter_policy', ...on, name: 'shown', change: { using: 'id > 5', name: 'seen' } },
    ],
    [
      'a dropped policy',
      { kind: 'drop', object: { type: 'policy', ...on, name: 'seen' }, cascade: false },
    ],
    ['a sequence', { kind: 'create_sequence', schema: 'public', name: 'numbers' }],
    [
      'a comment',
      { kind: 'comment', object: { type: 'policy', ...on, name: 'all "of" it' }, comment: 'p' },
    ],
  ])('is reverted: %s', async (_, each) => {
    expect(await changeAndRevert(() => change(each))).toMatchObject(RESTORED)
    await change(each)
  })

  it.each([
    ['a renamed function', { kind: 'rename', name: 'touched' }],
    ['a dropped function', { kind: 'drop', cascade: false }],
  ])('is reverted: %s', async (_, each) => {
    const id = Number((await rowsOf(`select 'public.touch'::regproc::oid::int8`))[0][0])
    const made = () => change({ ...each, object: { type: 'function', id } })
    expect(await changeAndRevert(made)).toMatchObject(RESTORED)
  })
})

it('reverts privileges', async () => {
  await meta.test.run(`
    create table public.shared (id int primary key, note text);
    alter table public.shared owner to postgres;
    grant select, update (note) on public.shared to anon`)
  const shared = await meta.idOf('public.shared')
  const grants = {
    revoke: { tables: [{ relation_id: shared, grantee: 'anon', privilege_type: 'SELECT' }] },
    grant: {
      columns: [{ column_id: `${shared}.1`, grantee: 'anon', privilege_type: 'SELECT' }],
      tables: [{ relation_id: shared, grantee: 'authenticated', privilege_type: 'DELETE' }],
    },
  }
  expect(
    await changeAndRevert(async () => {
      const response = await meta.app.inject({
        method: 'PATCH',
        url: `/platform/pg-meta/${meta.test.project.ref}/column-privileges`,
        headers: { 'x-member': 'ada' },
        payload: grants,
      })
      expect(response.statusCode).toBe(200)
    }),
  ).toMatchObject(RESTORED)
})

it('restores a function that its editor has replaced', async () => {
  const define = (body: string) =>
    `CREATE OR REPLACE FUNCTION public.one()\n RETURNS integer\n LANGUAGE sql\nAS $function$${body}$function$\n`
  await meta.call('POST', '/query', query(define('select 1'), { is_migration: true }))
  expect(await latest()).toMatchObject({ source: 'functions', has_rollback: true })
  const functionId = Number((await rowsOf(`select 'public.one'::regproc::oid::int8`))[0][0])
  const replaces = { kind: 'function', id: functionId, definition: define('select 1') }
  expect(
    await changeAndRevert(() =>
      meta.call('POST', '/query', query(define('select 2'), { is_migration: true, replaces })),
    ),
  ).toMatchObject(RESTORED)
})
