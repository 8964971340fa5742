import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createMetaApp, query, rita, type MetaApp } from '../../../../test/meta/app.ts'
import { migrationName } from './name.ts'

let meta: MetaApp

beforeAll(async () => {
  meta = await createMetaApp()
})
beforeEach(() => meta.test.run('drop schema if exists supabase_migrations cascade'))
afterAll(() => meta.stop())

type Listed = { version: string; name: string; created_by: string | null; statements: number }
const list = async (search = ''): Promise<Listed[]> =>
  (await meta.call('GET', `/migrations?search=${search}`)).body.items
const run = (sql: string, member?: Parameters<MetaApp['call']>[3]) =>
  meta.call('POST', '/query', query(sql, { is_migration: true }), member)
const statementsOf = async (version = ''): Promise<string[]> =>
  (await meta.call('GET', `/migrations/${version}`)).body.statements
const rowsOf = async (sql: string) =>
  (await meta.call('POST', '/query', query(sql))).body.results.at(-1).rows

async function manage(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path = '',
  body?: object,
  key?: string,
) {
  const response = await meta.app.inject({
    method,
    url: `/v1/projects/${meta.test.project.ref}/database/migrations${path}`,
    headers: { 'x-member': 'ada', ...(key !== undefined && { 'idempotency-key': key }) },
    ...(body && { payload: body }),
  })
  return { status: response.statusCode, body: response.json() }
}

it.each([
  ['create or replace function public.hello() returns text', 'create_function_public_hello'],
  ['create table if not exists "My table" (id int)', 'create_table_my_table'],
  ['alter table only "a""b" enable row level security', 'alter_table_a_b_enable_row_level'],
  [
    'create policy "Owners can read" on public.notes for select',
    'create_policy_owners_can_read_on_public_notes',
  ],
  ['create type public.mood as enum ()', 'create_type_public_mood'],
  ['-- nothing', 'change'],
])('names the migration of %s', (sql, name) => {
  expect(migrationName(sql)).toBe(name)
})

it('lists nothing before the first migration', async () => {
  expect(await list()).toEqual([])
  expect((await manage('GET')).body).toEqual([])
  expect((await meta.call('GET', '/migrations/1')).status).toBe(404)
})

it('records changes of the table editor, with their author, as the Supabase CLI reads them', async () => {
  const { body: table } = await meta.call('POST', '/tables', {
    schema: 'public',
    name: 'notes',
    comment: "Ada's",
    columns: [{ name: 'id', type: 'int', is_primary_key: true }],
  })
  await meta.call('POST', `/tables/${table.id}/columns`, { name: 'text', type: 'text' })
  await meta.call('PATCH', `/tables/${table.id}/columns/2`, { is_unique: true })
  await meta.call('DELETE', `/tables/${table.id}`)
  const migrations = await list()
  expect(migrations.map(({ name, created_by }) => [name, created_by])).toEqual([
    ['drop_table_public_notes', 'ada@example.com'],
    ['alter_table_public_notes_add_unique', 'ada@example.com'],
    ['alter_table_public_notes_add_column', 'ada@example.com'],
    ['create_table_public_notes', 'ada@example.com'],
  ])
  for (const { version } of migrations) expect(version).toMatch(/^20\d{12}$/)
  expect(new Set(migrations.map(({ version }) => version)).size).toBe(4)
  // Replayed in order, they create the same objects again.
  const replayed = await rowsOf(
    `select statement from supabase_migrations.schema_migrations, unnest(statements) as statement
     order by version`,
  )
  await meta.test.run(replayed.map(([statement]: [string]) => `${statement};`).join('\n'))
  expect(await list('add_column')).toHaveLength(1)
})

it('records nothing for a change that fails or changes nothing', async () => {
  const columns = [{ name: 'id', type: 'int', is_primary_key: true }]
  const { body: table } = await meta.call('POST', '/tables', {
    schema: 'public',
    name: 'once',
    columns,
  })
  await meta.call('PATCH', `/tables/${table.id}`, { name: 'once' })
  expect(
    (await meta.call('POST', '/tables', { schema: 'public', name: 'once', columns })).status,
  ).toBe(409)
  expect((await run('create table once ()')).body.code).toBe('query_failed')
  expect(await list()).toHaveLength(1)
})

it('records SQL text in the transaction in which it runs', async () => {
  const sql = 'create type mood as enum ();\ncomment on type mood is $$;$$'
  expect((await run(sql)).status).toBe(200)
  const [migration] = await list()
  expect(migration).toMatchObject({ name: 'create_type_mood', statements: 1 })
  expect(await statementsOf(migration?.version)).toEqual([sql])
  // At the commit, the constraint fails.
  await meta.test.run(`
    create table late (id int unique deferrable initially deferred);`)
  const failed = await run('insert into late values (1), (1)')
  expect([failed.status, failed.body.code]).toEqual([409, 'unique_violation'])
  expect(await list()).toHaveLength(1)
})

it('refuses to record text that ends its transaction, and records statements that cannot run in one', async () => {
  const ended = await run('create table torn (); commit; create table torn ()')
  expect([ended.status, ended.body.code]).toEqual([400, 'not_transactional'])
  expect(await rowsOf(`select to_regclass('torn') is null`)).toEqual([['t']])
  await meta.test.run('create table if not exists indexed (id int)')
  expect((await run('create index concurrently on indexed (id)')).status).toBe(200)
  expect((await run('create index concurrently on indexed (id); select 1')).status).toBe(400)
  expect((await list()).map(({ name }) => name)).toEqual(['create_index_on_indexed'])
})

it('records no text of a member who can only read', async () => {
  expect((await run('select 1', rita)).status).toBe(200)
  expect(await list()).toEqual([])
})

it('adds to the table that the Supabase CLI has created', async () => {
  await meta.test.run(`
    create schema supabase_migrations;
    create table supabase_migrations.schema_migrations (version text not null primary key);
    insert into supabase_migrations.schema_migrations values ('20200101000000');
  `)
  expect(await list()).toEqual([
    {
      version: '20200101000000',
      name: null,
      created_by: null,
      statements: 0,
      source: null,
      client: null,
      duration_ms: null,
      reverts: null,
      reverted_by: null,
      has_rollback: false,
    },
  ])
  await run('create schema added')
  expect((await list()).map(({ name }) => name)).toEqual(['create_schema_added', null])
})

it('gives simultaneous changes different versions', async () => {
  const changes = Array.from({ length: 5 }, (_, n) => run(`create schema at_once_${n}`))
  expect((await Promise.all(changes)).map(({ status }) => status)).toEqual(Array(5).fill(200))
  expect(await list('at_once')).toHaveLength(5)
})

it('applies, records, changes and rolls back migrations for the Management API', async () => {
  const widgets = {
    query: 'create table widgets ()',
    name: 'widgets',
    rollback: 'drop table widgets',
  }
  expect((await manage('POST', '', widgets, 'one')).status).toBe(200)
  // The same request again.
  expect((await manage('POST', '', widgets, 'one')).status).toBe(200)
  expect((await manage('PUT', '', { query: 'select 1', name: 'seen' }, 'two')).status).toBe(200)
  expect((await manage('PUT', '', { query: 'select 2', name: 'seen' }, 'two')).status).toBe(200)
  const listed = (await manage('GET')).body
  expect(listed.map(({ name }: Listed) => name)).toEqual(['widgets', 'seen'])
  const [first, second] = listed.map(({ version }: Listed) => version)
  expect((await manage('GET', `/${second}`)).body).toEqual({
    version: second,
    name: 'seen',
    statements: ['select 2'],
    created_by: 'ada@example.com',
    idempotency_key: 'two',
  })
  const refused = await manage('DELETE', `?gte=${first}`)
  expect([refused.status, refused.body.code]).toEqual([409, 'no_rollback'])
  expect((await manage('PATCH', `/${second}`, { rollback: 'select 3' })).status).toBe(200)
  expect((await manage('DELETE', `?gte=${first}`)).status).toBe(200)
  expect((await manage('GET')).body).toEqual([])
  expect(await rowsOf(`select to_regclass('widgets') is null`)).toEqual([['t']])
  expect((await manage('PATCH', '/1', {})).body.code).toBe('migration_not_found')
  expect((await manage('GET', '/x')).status).toBe(400)
})
