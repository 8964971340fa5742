import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createMetaApp, query, rita, type MetaApp } from '../../../../test/meta/app.ts'

let meta: MetaApp

beforeAll(async () => {
  meta = await createMetaApp()
})
beforeEach(() => meta.test.run('drop schema if exists supabase_migrations cascade'))
afterAll(() => meta.stop())

const list = async () => (await meta.call('GET', '/migrations')).body.items
const versions = async (): Promise<string[]> =>
  (await list()).map(({ version }: { version: string }) => version).toReversed()
const apply = (version: string, sql: string, name = `m${version}`) =>
  meta.call('POST', '/migration-files', { version, name, sql })
const squash = (body: object) => meta.call('POST', '/migration-squashes', body)
const repair = (body: object) => meta.call('POST', '/migration-repairs', body)

it('applies a file under its own version, and only once', async () => {
  expect((await apply('20200101000000', 'create schema filed', 'filed')).status).toBe(201)
  const again = await apply('20200101000000', 'create schema again')
  expect([again.status, again.body.code]).toEqual([409, 'migration_exists'])
  const failed = await apply('20200101000001', 'create schema late; select 1/0')
  expect([failed.status, failed.body.code]).toEqual([400, 'query_failed'])
  expect(await list()).toMatchObject([
    { version: '20200101000000', name: 'filed', source: 'file', created_by: 'ada@example.com' },
  ])
  const late = query(`select to_regnamespace('late') is null, to_regnamespace('filed') is null`)
  expect((await meta.call('POST', '/query', late)).body.results[0].rows).toEqual([['t', 'f']])
})

it('exports migrations as files whose names the CLI accepts', async () => {
  await apply('1', 'select 1 -- one', '../../etc/passwd')
  await apply('20', 'select 2;\n', 'größe und mehr')
  await apply('3', 'select 3')
  const { body } = await meta.call('GET', '/migration-files')
  expect(body).toEqual({
    files: [
      { name: '1__etc_passwd.sql', sql: 'select 1 -- one\n;\n' },
      { name: '3_m3.sql', sql: 'select 3;\n' },
      { name: '20_größe_und_mehr.sql', sql: 'select 2;\n' },
    ],
    next: null,
  })
  const rest = await meta.call('GET', '/migration-files?after=3')
  expect(rest.body.files).toHaveLength(1)
})

it('squashes consecutive migrations into the last one', async () => {
  for (const n of ['1', '2', '3']) await apply(n, `create schema squashed_${n}`)
  const preview = await squash({ versions: ['2', '3'], dry_run: true })
  expect(preview.body).toEqual({
    version: '3',
    name: 'squashed_m2_to_m3',
    statements: ['create schema squashed_2', 'create schema squashed_3'],
    has_rollback: false,
  })
  expect(await versions()).toEqual(['1', '2', '3'])
  expect((await squash({ versions: ['3', '2'], name: 'both' })).status).toBe(200)
  expect(await versions()).toEqual(['1', '3'])
  expect((await meta.call('GET', '/migrations/3')).body).toMatchObject({
    name: 'both',
    source: 'squash',
    duration_ms: null,
    statements: ['create schema squashed_2', 'create schema squashed_3'],
  })
  expect(meta.audited.at(-1)).toMatchObject({ action: 'migration.squash', target: '3' })
})

it('keeps the rollbacks of squashed migrations, newest first', async () => {
  const columns = [{ name: 'id', type: 'int' }]
  const { body: table } = await meta.call('POST', '/tables', {
    schema: 'public',
    name: 'both',
    columns,
  })
  await meta.call('POST', `/tables/${table.id}/columns`, { name: 'extra', type: 'int' })
  const both = await versions()
  expect((await squash({ versions: both })).body.has_rollback).toBe(true)
  expect((await meta.call('GET', `/migrations/${both[1]}`)).body.rollback).toEqual([
    'alter table "public"."both" drop column "extra"',
    'drop table "public"."both"',
  ])
  expect((await meta.call('POST', `/migrations/${both[1]}/revert`, {})).status).toBe(200)
})

it.each<[string, string, string]>([
  ['with a gap', '["1","3"]', 'migrations_not_consecutive'],
  ['that do not exist', '["7","8"]', 'migrations_not_consecutive'],
  ['that were recorded without their SQL', '["3","4"]', 'not_squashable'],
  ['that must run alone', '["2","3"]', 'not_squashable'],
])('refuses to squash migrations %s', async (_, wanted, code) => {
  await meta.test.run('create table if not exists indexed (id int)')
  await apply('1', 'select 1')
  await repair({
    status: 'applied',
    version: '2',
    sql: 'create index concurrently on indexed (id)',
  })
  await apply('3', 'select 3')
  await repair({ status: 'applied', version: '4' })
  const refused = await squash({ versions: JSON.parse(wanted) })
  expect([refused.status, refused.body.code]).toEqual([409, code])
  expect(await versions()).toEqual(['1', '2', '3', '4'])
})

it('repairs the history without running anything', async () => {
  expect((await repair({ status: 'reverted', version: '1' })).body.code).toBe('migration_not_found')
  const applied = { status: 'applied', version: '1', name: 'seen', sql: 'select 1/0' }
  expect((await repair(applied)).status).toBe(200)
  expect((await repair(applied)).body.code).toBe('migration_exists')
  expect(await list()).toMatchObject([{ version: '1', name: 'seen', source: 'repair' }])
  expect((await repair({ status: 'reverted', version: '1' })).status).toBe(200)
  expect(await list()).toEqual([])
})

it('reads details that somebody has overwritten', async () => {
  await apply('1', 'select 1')
  await meta.test.run(
    `update supabase_migrations.schema_migrations
     set details = '{"source": "x", "duration_ms": "y", "reverts": 5}'`,
  )
  expect(await list()).toMatchObject([{ version: '1', source: null, duration_ms: null }])
  await meta.test.run(`update supabase_migrations.schema_migrations set details = '[1]'`)
  expect(await list()).toMatchObject([{ version: '1', source: null }])
  expect((await meta.call('GET', '/migrations', undefined, rita)).status).toBe(200)
})
