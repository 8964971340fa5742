import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMetaApp, query, rita, type MetaApp } from '../../../../test/meta/app.ts'
import { createTestProject, type TestProject } from '../../../../test/project.ts'
import type { Looks } from '../../../fleet/looks/port.ts'
import { rawSql } from '../../../postgres/sql.ts'
import { newTableName } from './new-table-name.ts'

const moment = new Date('2026-03-08T12:00:00Z')
let past: TestProject
let meta: MetaApp

const TABLES = [
  `create type public.mood as enum ('sad', 'happy')`,
  `create table public.todos (
    id bigint generated always as identity primary key, title text not null, mood public.mood,
    length int generated always as (length(title)) stored
  )`,
  'create table public.logs (line text)',
]

beforeAll(async () => {
  past = await createTestProject()
  const look = {
    moment,
    phase: 'open',
    startedAt: moment,
    openedAt: moment,
    endsAt: moment,
    end: null,
  } as const
  const looks = (): Looks => ({
    begin: async () => look,
    get: () => look,
    end: async () => {},
    acquire: () => ({ project: past.project, look, release() {} }),
    bytes: async () => 0,
  })
  meta = await createMetaApp(looks)
  for (const { project } of [past, meta.test])
    for (const text of TABLES) await project.database.as('postgres').run(rawSql(text))
  await past.project.database
    .as('postgres')
    .run(
      rawSql(
        `insert into public.todos (title, mood) select 'todo ' || i, 'happy' from generate_series(1, 10) as i`,
      ),
    )
  await meta.test.project.database
    .as('postgres')
    .run(
      rawSql(
        `insert into public.todos (id, title) overriding system value values (1, 'changed'), (2, 'todo 2')`,
      ),
    )
})
afterAll(async () => {
  await meta.stop()
  await past.stop()
})

const run = (sql: string, member?: typeof rita) =>
  meta.call('POST', '/look/query', { run_id: randomUUID(), sql }, member)
const todos = { schema: 'public', table: 'todos', where: null, into: 'missing_rows' }
const rowsOf = async (sql: string) =>
  (await meta.call('POST', '/query', query(sql))).body.results[0].rows

it('lists the tables of the moment with the text that reads each', async () => {
  const { body } = await meta.call('GET', '/look/tables')
  expect(body.slice(0, 2)).toMatchObject([
    { schema: 'public', name: 'logs', kind: 'table', can_bring_back: true },
    { name: 'todos', select: 'select * from public.todos limit 100' },
  ])
})

it('runs SQL that reads, and none that writes', async () => {
  expect((await run('select count(*) from public.todos')).body.results[0].rows).toEqual([['10']])
  expect((await run('delete from public.todos')).body).toMatchObject({
    code: 'query_failed',
    details: { sqlstate: '25006' },
  })
  expect((await run('commit; delete from public.todos')).body.code).toBe('transaction_ended')
})

it('reads as a member who can only read does', async () => {
  const { body } = await run('select current_user', rita)
  expect(body.results[0].rows).toEqual([['supabase_read_only_user']])
})

it('counts first, then inserts the rows that the table lacks, with their ids', async () => {
  const wanted = { ...todos, where: 'id < 5 -- the first ones' }
  expect((await meta.call('POST', '/look/bring-back/preview', wanted)).body).toEqual({
    rows: 4,
    present: 2,
    target: 'todos',
  })
  expect((await meta.call('POST', '/look/bring-back', wanted)).body).toEqual({
    schema: 'public',
    table: 'todos',
    rows: 4,
    inserted: 2,
    before: 2,
    after: 4,
  })
  expect(await rowsOf('select id, title, mood, length from public.todos order by id')).toEqual([
    ['1', 'changed', null, '7'],
    ['2', 'todo 2', null, '6'],
    ['3', 'todo 3', 'happy', '6'],
    ['4', 'todo 4', 'happy', '6'],
  ])
  expect(meta.audited.at(-1)).toMatchObject({ action: 'backup.bring_back', target: 'public.todos' })
})

it('copies rows into a new table that the API does not serve, and records its definition', async () => {
  const { body } = await meta.call('POST', '/look/bring-back', { ...todos, into: 'new_table' })
  const table = 'todos_from_20260308_120000'
  expect(body).toEqual({ schema: 'public', table, rows: 10, inserted: 10, before: 0, after: 10 })
  expect(
    await rowsOf(`select relrowsecurity from pg_class where oid = 'public.${table}'::regclass`),
  ).toEqual([['t']])
  expect(
    await rowsOf(`select statements[1] like 'create table %', rollback,
      details ->> 'source' from supabase_migrations.schema_migrations`),
  ).toEqual([['t', `{"drop table \\"public\\".\\"${table}\\""}`, 'backup']])
  const again = await meta.call('POST', '/look/bring-back', { ...todos, into: 'new_table' })
  expect(again).toMatchObject({ status: 409 })
})

it.each([
  [{ table: 'nothing' }, 'past_table_not_found'],
  [{ table: 'logs' }, 'bring_back_needs_key'],
  [{ schema: 'auth', table: 'users' }, 'schema_protected'],
  [{ where: 'id <' }, 'invalid_condition'],
  [{ where: 'true); delete from public.todos; select (true' }, 'invalid_condition'],
  [{ where: 'nothing = 1' }, 'invalid_condition'],
])('changes nothing if the rows cannot be brought back: %j', async (change, code) => {
  const before = await rowsOf('select count(*) from public.todos')
  for (const path of ['/look/bring-back/preview', '/look/bring-back'])
    expect((await meta.call('POST', path, { ...todos, ...change })).body).toMatchObject({ code })
  expect(await rowsOf('select count(*) from public.todos')).toEqual(before)
})

it('refuses missing rows of a table that is gone', async () => {
  await past.project.database
    .as('postgres')
    .run(rawSql('create table public.old (id int primary key)'))
  const { body } = await meta.call('POST', '/look/bring-back', { ...todos, table: 'old' })
  expect(body.code).toBe('present_table_missing')
})

it('names new tables within the limit of Postgres', () => {
  expect(newTableName('ü'.repeat(31), moment)).toBe(`${'ü'.repeat(21)}_from_20260308_120000`)
})
