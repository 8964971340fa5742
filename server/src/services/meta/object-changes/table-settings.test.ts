import type { ObjectChange } from '@stoa/contract/services/meta/object-changes'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMetaApp, type MetaApp } from '../../../../test/meta/app.ts'

let meta: MetaApp

beforeAll(async () => {
  meta = await createMetaApp()
  await meta.test.run(`
    create schema "My ""S""";
    create table "My ""S"""."Or""der" (id int primary key, a int not null, b text);
    create unique index by_a on "My ""S"""."Or""der" (a);
    create index by_b on "My ""S"""."Or""der" (b);
    insert into "My ""S"""."Or""der" select n, n, 'x' from generate_series(1, 100) n;
    create role clerk;
    grant clerk to postgres;
    grant create on schema "My ""S""" to clerk`)
})
afterAll(() => meta.stop())

const table = { schema: 'My "S"', name: 'Or"der' }
const TABLE = '"My ""S"""."Or""der"'

async function change(wanted: ObjectChange): Promise<string[]> {
  const { body } = await meta.call('POST', '/object-changes', { change: wanted })
  expect(body).toMatchObject({ statements: expect.any(Array) })
  return body.statements
}

const settings = async () =>
  (await meta.call('GET', `/tables/${await meta.idOf(TABLE)}/settings`)).body

const newestVersion = async () => (await meta.call('GET', '/migrations')).body.items[0]?.version

const revertNewest = async () =>
  expect(await meta.call('POST', `/migrations/${await newestVersion()}/revert`, {})).toMatchObject({
    status: 200,
  })

it('reads the settings of a table', async () => {
  expect(await settings()).toMatchObject({
    owner: 'postgres',
    is_logged: true,
    replica_identity: { kind: 'default' },
    identity_indexes: ['Or"der_pkey', 'by_a'],
    cluster_indexes: ['Or"der_pkey', 'by_a', 'by_b'],
    clustered_by: null,
    parameters: [],
    statistics: [],
  })
  expect((await settings()).owners).toEqual(expect.arrayContaining(['clerk', 'postgres']))
})

it('changes several settings in one migration, which can be undone and made again', async () => {
  await meta.test.run(`alter table ${TABLE} set (fillfactor = 90, autovacuum_enabled = 'off')`)
  const before = await settings()
  expect(
    await change({
      kind: 'set_table_settings',
      table,
      set: [
        { name: 'fillfactor', value: '70' },
        { name: 'autovacuum_vacuum_scale_factor', value: '0.05' },
      ],
      reset: ['autovacuum_enabled'],
      is_logged: false,
      replica_identity: { kind: 'index', index: 'by_a' },
      owner: 'clerk',
    }),
  ).toEqual([
    `alter table ${TABLE} set unlogged`,
    `alter table ${TABLE} replica identity using index "by_a"`,
    `alter table ${TABLE} set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05)`,
    `alter table ${TABLE} reset (autovacuum_enabled)`,
    `alter table ${TABLE} owner to "clerk"`,
  ])
  const after = await settings()
  expect(after).toMatchObject({
    owner: 'clerk',
    is_logged: false,
    replica_identity: { kind: 'index', index: 'by_a' },
    parameters: [
      { name: 'autovacuum_vacuum_scale_factor', value: '0.05' },
      { name: 'fillfactor', value: '70' },
    ],
  })
  await revertNewest()
  expect(await settings()).toEqual(before)
  await revertNewest()
  expect(await settings()).toEqual(after)
  await revertNewest()
})

it('undoes to the state that another transaction commits while the change waits for it', async () => {
  const other = await meta.test.database.connect('postgres', 'other')
  await other.query(`begin; alter table ${TABLE} set (toast_tuple_target = 3000)`)
  const changing = change({
    kind: 'set_table_settings',
    table,
    set: [{ name: 'toast_tuple_target', value: '4000' }],
    reset: [],
  })
  await expect
    .poll(async () => (await other.query('select from pg_locks where not granted')).rowCount)
    .toBeGreaterThan(0)
  await other.query('commit')
  await other.end()
  await changing
  const { body } = await meta.call('GET', `/migrations/${await newestVersion()}`)
  expect(body.rollback).toEqual([`alter table ${TABLE} set (toast_tuple_target = 3000);`])
  await revertNewest()
})

it.each(['1; drop table x', "'", '0x1', 'yes'])(
  'refuses %s as a storage parameter',
  async (value) => {
    const wanted = {
      kind: 'set_table_settings',
      table,
      reset: [],
      set: [{ name: 'fillfactor', value }],
    }
    expect(await meta.call('POST', '/object-changes', { change: wanted })).toMatchObject({
      status: 400,
    })
  },
)

it('returns the reason of Postgres for a value that a parameter cannot have', async () => {
  const wanted = {
    kind: 'set_table_settings',
    table,
    reset: [],
    set: [{ name: 'fillfactor', value: '200' }],
  }
  expect(await meta.call('POST', '/object-changes', { change: wanted })).toMatchObject({
    status: 400,
    body: { code: 'query_failed', message: expect.stringContaining('out of bounds') },
  })
})

it('creates and drops extended statistics, and undoes both', async () => {
  const create: ObjectChange = {
    kind: 'create_statistics',
    table,
    name: 'a and "b"',
    kinds: ['ndistinct', 'mcv'],
    columns: ['a', 'b'],
    expressions: ['lower(b)'],
  }
  expect(await change(create)).toEqual([
    `create statistics "My ""S"""."a and ""b""" (ndistinct, mcv)\non "a", "b", (lower(b)) from ${TABLE}`,
  ])
  const definitions = async () =>
    (await settings()).statistics.map(({ definition }: { definition: string }) => definition)
  const created = await definitions()
  expect(created).toHaveLength(1)
  await change({ kind: 'drop_statistics', statistics: { schema: 'My "S"', name: 'a and "b"' } })
  expect((await settings()).statistics).toEqual([])
  await revertNewest()
  expect(await definitions()).toEqual(created)
  await change({ kind: 'drop_statistics', statistics: { schema: 'My "S"', name: 'a and "b"' } })
  await change({ ...create, columns: [], name: 'one' })
  await revertNewest()
  expect((await settings()).statistics).toEqual([])
})

it.each([
  ['vacuum', 'vacuum (analyze) TABLE'],
  ['vacuum_freeze', 'vacuum (freeze, analyze) TABLE'],
  ['vacuum_full', 'vacuum (full, analyze) TABLE'],
  ['analyze', 'analyze TABLE'],
  ['reindex', 'reindex table TABLE'],
  ['reindex_concurrently', 'reindex table concurrently TABLE'],
] as const)('runs %s without a migration', async (action, statement) => {
  const newest = await newestVersion()
  expect(await change({ kind: 'maintain_table', ...table, action })).toEqual([
    statement.replace('TABLE', TABLE),
  ])
  expect(await newestVersion()).toBe(newest)
})

it('sorts the rows by an index, and by the same one the next time', async () => {
  await change({ kind: 'maintain_table', ...table, action: 'cluster', index: 'by_b' })
  expect((await settings()).clustered_by).toBe('by_b')
  expect(await change({ kind: 'maintain_table', ...table, action: 'cluster' })).toEqual([
    `cluster ${TABLE}`,
  ])
})

it('builds an index again', async () => {
  expect(
    await change({ kind: 'reindex_index', schema: 'My "S"', name: 'by_b', is_concurrent: true }),
  ).toEqual(['reindex index concurrently "My ""S"""."by_b"'])
})

const constraintsOf = async (name: string) =>
  (await meta.call('GET', `/tables/${await meta.idOf(name)}`)).body.constraints.map(
    ({ kind, name: constraint }: { kind: string; name: string }) => `${kind} ${constraint}`,
  )

it.each(['primary_key', 'unique'] as const)(
  'makes a %s of an index, and undoes it',
  async (constraint) => {
    await meta.test.run(`
    drop table if exists keyed;
    create table keyed (a int not null, b int);
    create unique index "by both" on keyed (a, b)`)
    const definition = async () =>
      (await meta.call('GET', `/tables/${await meta.idOf('keyed')}/definition`)).body.sql
    const before = await definition()
    const table = { schema: 'public', name: 'keyed' }
    await change({ kind: 'constraint_from_index', table, index: 'by both', constraint })
    expect(await constraintsOf('keyed')).toContain(`${constraint} by both`)
    await revertNewest()
    expect(await definition()).toBe(before)
  },
)

it('shows the progress of a command that maintains a table', async () => {
  const id = await meta.idOf(TABLE)
  const progress = async () => (await meta.call('GET', `/tables/${id}/progress`)).body
  expect(await progress()).toEqual([])
  // An index that is built concurrently first waits for the writers of its table.
  const writer = await meta.test.database.connect('postgres', 'writer')
  await writer.query(`begin; update ${TABLE} set a = a where id = 1`)
  const building = meta.test.run(`create index concurrently slow on ${TABLE} (a)`)
  await expect.poll(progress).toMatchObject([
    {
      command: 'CREATE INDEX CONCURRENTLY',
      phase: expect.stringContaining('waiting for writers'),
    },
  ])
  await writer.query('commit')
  await writer.end()
  await building
  expect(await progress()).toEqual([])
})

it('returns 404 for a table that is gone', async () => {
  for (const path of ['settings', 'progress'])
    expect(await meta.call('GET', `/tables/4000000000/${path}`)).toMatchObject({
      status: 404,
      body: { code: 'table_not_found' },
    })
})
