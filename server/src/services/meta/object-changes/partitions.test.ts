import type { ObjectChange } from '@stoa/contract/services/meta/object-changes'
import type { PartitionBounds } from '@stoa/contract/services/meta/partitions'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMetaApp, query, type MetaApp } from '../../../../test/meta/app.ts'

let meta: MetaApp

beforeAll(async () => {
  meta = await createMetaApp()
  await meta.test.run('create schema "My ""S"""')
})
afterAll(() => meta.stop())

const inSchema = (name: string, schema = 'public') => ({ schema, name })
const value = (text: string) => ({ kind: 'value' as const, value: text })

async function change(wanted: ObjectChange): Promise<string[]> {
  const { status, body } = await meta.call('POST', '/object-changes', { change: wanted })
  expect(body).toMatchObject({ statements: expect.any(Array) })
  expect(status).toBe(200)
  return body.statements
}

const family = async (name: string) =>
  (await meta.call('GET', `/tables/${await meta.idOf(name)}/family`)).body

async function newestMigration() {
  const { body } = await meta.call('GET', '/migrations')
  return (await meta.call('GET', `/migrations/${body.items[0].version}`)).body
}

async function revertNewest() {
  const { version } = await newestMigration()
  const { status, body } = await meta.call('POST', `/migrations/${version}/revert`, {})
  expect([status, body.code]).toEqual([200, undefined])
}

const column = (name: string, type: string, options: object = {}) => ({ name, type, ...options })

const createPartitioned = (name: string, strategy: string, parts: readonly object[]) =>
  meta.call('POST', '/tables', {
    schema: 'public',
    name,
    columns: [
      column('at', 'timestamptz', { is_nullable: false }),
      column('kind', 'text'),
      column('id', 'int8'),
    ],
    partition_by: { strategy, parts },
  })

const byColumn = (name: string) => ({ kind: 'column', name })

const partitionOf = (
  table: string,
  partition: string,
  bounds: PartitionBounds,
): Extract<ObjectChange, { kind: 'create_partition' }> => ({
  kind: 'create_partition',
  table: inSchema(table),
  partition: inSchema(partition),
  bounds,
  partition_by: null,
  rls_enabled: true,
})

it('creates a range partitioned table with partitions, sub-partitions and a default', async () => {
  const created = await createPartitioned('events', 'range', [byColumn('at')])
  expect([created.status, created.body.kind]).toEqual([201, 'partitioned_table'])
  expect((await newestMigration()).rollback).toEqual(['drop table "public"."events"'])
  expect(
    await change({
      ...partitionOf('events', 'events_2026', {
        kind: 'range',
        from: [value('2026-01-01')],
        to: [value('2027-01-01')],
      }),
      partition_by: { strategy: 'list', parts: [{ kind: 'column', name: 'kind' }] },
    }),
  ).toEqual([
    `create table "public"."events_2026"\npartition of "public"."events" for values from ('2026-01-01') to ('2027-01-01')\npartition by list ("kind")`,
    'alter table "public"."events_2026" enable row level security',
  ])
  await change(
    partitionOf('events_2026', "it's 🐘", {
      kind: 'list',
      values: [value("it's"), { kind: 'null' }],
    }),
  )
  await change(partitionOf('events', 'events_rest', { kind: 'default' }))
  expect(await family('events')).toMatchObject({
    key: { strategy: 'range', definition: 'RANGE (at)', types: ['timestamp with time zone'] },
    parents: [],
    child_count: 2,
    children: [
      {
        name: 'events_2026',
        kind: 'partitioned_table',
        bounds: expect.stringContaining("FROM ('2026-01-01"),
        is_default: false,
      },
      { name: 'events_rest', bounds: 'DEFAULT', is_default: true, is_detaching: false },
    ],
  })
  expect(await family(`"it''s 🐘"`)).toMatchObject({
    key: null,
    parents: [{ name: 'events_2026', bounds: "FOR VALUES IN ('it''s', NULL)" }],
    children: [],
  })
})

it('enables row level security on a partition, which clients can also name directly', async () => {
  await createPartitioned('secured', 'range', [byColumn('at')])
  await change(partitionOf('secured', 'secured_all', { kind: 'default' }))
  const { body } = await meta.call('GET', `/tables/${await meta.idOf('secured_all')}`)
  expect(body.rls_enabled).toBe(true)
})

it('partitions by hash and by an expression', async () => {
  const created = await createPartitioned('hashed', 'hash', [
    byColumn('id'),
    { kind: 'expression', expression: 'lower(kind)' },
  ])
  expect(created.status).toBe(201)
  await change(partitionOf('hashed', 'hashed_1', { kind: 'hash', modulus: 2, remainder: 1 }))
  expect(await family('hashed')).toMatchObject({
    key: { definition: 'HASH (id, lower(kind))', types: ['bigint', ''] },
    children: [{ bounds: 'FOR VALUES WITH (modulus 2, remainder 1)' }],
  })
})

it('refuses a list of two columns before Postgres does', async () => {
  const { status } = await createPartitioned('lists', 'list', [byColumn('id'), byColumn('kind')])
  expect(status).toBe(400)
})

it('attaches and detaches a table, and undoes both', async () => {
  await createPartitioned('logs', 'range', [byColumn('at'), byColumn('id')])
  await meta.test.run(`create table "My ""S""".logs_1 (like logs)`)
  const table = inSchema('logs')
  const partition = inSchema('logs_1', 'My "S"')
  await change({
    kind: 'attach_partition',
    table,
    partition,
    bounds: {
      kind: 'range',
      from: [{ kind: 'minvalue' }, { kind: 'minvalue' }],
      to: [value('2026-01-01'), { kind: 'maxvalue' }],
    },
  })
  const attached = await family('logs')
  expect(attached.children).toMatchObject([{ schema: 'My "S"', name: 'logs_1' }])
  await revertNewest()
  expect((await family('logs')).children).toEqual([])
  await revertNewest()
  expect((await family('logs')).children).toEqual(attached.children)

  expect(
    await change({ kind: 'detach_partition', table, partition, mode: 'concurrently' }),
  ).toEqual(['alter table "public"."logs" detach partition "My ""S"""."logs_1" concurrently'])
  expect((await family('logs')).children).toEqual([])
  await revertNewest()
  expect((await family('logs')).children).toEqual(attached.children)
})

it('shows and ends a detachment that was interrupted', async () => {
  await createPartitioned('cut', 'range', [byColumn('at')])
  await change(
    partitionOf('cut', 'cut_1', {
      kind: 'range',
      from: [value('2026-01-01')],
      to: [value('2027-01-01')],
    }),
  )
  const table = inSchema('cut')
  const partition = inSchema('cut_1')
  // The second phase of the detachment waits for this reader until it is canceled.
  const reader = await meta.test.database.connect('postgres', 'reader')
  await reader.query('begin; select from cut')
  const detaching = await meta.test.database.connect('postgres', 'detaching')
  await detaching.query("set lock_timeout = '1s'")
  await expect(
    detaching.query('alter table cut detach partition cut_1 concurrently'),
  ).rejects.toThrow('lock timeout')
  await reader.end()
  await detaching.end()
  expect((await family('cut')).children).toMatchObject([{ is_detaching: true }])
  await change({ kind: 'detach_partition', table, partition, mode: 'finalize' })
  expect((await family('cut')).children).toEqual([])
})

it('shows the tables that a table inherits from, and those that inherit from it', async () => {
  await meta.test.run(
    'create table base (id int); create table extra (n int); create table heir () inherits (base, extra)',
  )
  expect(await family('heir')).toMatchObject({
    key: null,
    parents: [{ name: 'base', bounds: null }, { name: 'extra' }],
  })
  expect(await family('base')).toMatchObject({ children: [{ name: 'heir', bounds: null }] })
})

it('returns 404 for a table that is gone, and names the rows that are outside of the bounds', async () => {
  expect(await meta.call('GET', '/tables/4000000000/family')).toMatchObject({
    status: 404,
    body: { code: 'table_not_found' },
  })
  await createPartitioned('strict', 'range', [byColumn('at')])
  await meta.call(
    'POST',
    '/query',
    query(`create table stray (like strict); insert into stray values ('1999-01-01')`),
  )
  const refused = await meta.call('POST', '/object-changes', {
    change: {
      kind: 'attach_partition',
      table: inSchema('strict'),
      partition: inSchema('stray'),
      bounds: { kind: 'range', from: [value('2026-01-01')], to: [value('2027-01-01')] },
    },
  })
  expect(refused).toMatchObject({ status: 400, body: { code: 'query_failed' } })
})
