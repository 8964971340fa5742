import { AnonymizeRule } from '@stoa/contract/platform/anonymization'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestControlPlane, type TestControlPlane } from '../../../test/control-plane.ts'
import { createTestFleet, type TestFleet } from '../../../test/fleet.ts'
import { notesSettings } from '../../../test/notes-service/contract.ts'
import { createNotes, createProbe } from '../../../test/notes-service/index.ts'
import { connectClient } from '../../postgres/connections/connect.ts'
import type { ServiceRole } from '../../postgres/database.ts'
import { rawSql } from '../../postgres/sql.ts'
import { generateRef } from '../../project/keys/api-keys.ts'
import type { CopiedFiles } from '../../project/service.ts'
import { Origin, type CopyOrigin } from './origins.ts'

type ContentOf<Each> = Each extends CopyOrigin ? Omit<Each, 'kind' | 'ref'> : never
type CopyContent = ContentOf<CopyOrigin>

const Count = z.object({ count: z.int(), last: z.int().nullable() })
const INDEXES = `
  select count(public.bt_index_check(c.oid))::int as count, null::int as last
  from pg_class as c join pg_am as a on a.oid = c.relam
  where a.amname = 'btree' and c.relkind = 'i' and c.relpersistence <> 't'`

let control: TestControlPlane
let test: TestFleet
let source: string
/** Work at the moment at which the services copy their files. */
let during: () => Promise<unknown> = async () => {}

const notes = createNotes(createProbe())

beforeAll(async () => {
  control = await createTestControlPlane()
  const services = [
    { ...notes, copyFiles: (files: CopiedFiles) => during().then(() => notes.copyFiles(files)) },
  ]
  test = await createTestFleet(control, { services })
  source = await test.createProject()
  await run(source, 'create table public.rows (id int generated always as identity, text text)')
  await run(source, 'create extension amcheck schema public', 'supabase_admin')
})
afterEach(() => void (during = async () => {}))
afterAll(async () => {
  await test.stop()
  await control.stop()
})

async function run(ref: string, text: string, role: ServiceRole = 'postgres'): Promise<void> {
  const { project, release } = await test.fleet.acquire(ref)
  await project.database.as(role).run(rawSql(text)).finally(release)
}

async function read(ref: string, text: string, role: ServiceRole = 'postgres') {
  const { project, release } = await test.fleet.acquire(ref)
  return project.database.as(role).one(rawSql(text), Count).finally(release)
}

const countOf = async (ref: string, from: string) =>
  (
    await read(
      ref,
      `select count(*)::int as count, null::int as last from ${from}`,
      'supabase_admin',
    )
  ).count
const rowsOf = (ref: string) =>
  read(ref, 'select count(*)::int as count, max(id) as last from public.rows')

/** Begins to copy a project, and returns the ref of the copy. */
async function begin(from: string, content: CopyContent = { content: 'data' }): Promise<string> {
  const ref = generateRef()
  const session = control.database.as('supabase_admin')
  await session.transaction((tx) =>
    test.fleet.create(tx, {
      ref,
      databasePassword: 'second',
      origin: Origin.parse({ kind: 'copy', ref: from, ...content }),
    }),
  )
  return ref
}

async function copy(from: string, content?: CopyContent): Promise<string> {
  const ref = await begin(from, content)
  expect(await test.settle(ref)).toMatchObject({ status: 'ACTIVE_HEALTHY', failure: null })
  return ref
}

/** Inserts rows one by one, and tables and indexes too, until the returned function is called. */
function writeConstantly(ref: string): () => Promise<void> {
  let isOver = false
  const writing = (async () => {
    for (let round = 0; !isOver; round += 1) {
      await run(ref, `insert into public.rows (text) select repeat('x', 2000)`)
      await run(ref, `create table public.t${round} (id int primary key); analyze public.t${round}`)
      if (round % 3 === 0) await run(ref, 'checkpoint', 'supabase_admin')
      if (round % 4 === 3) await run(ref, `drop table public.t${round - 1}`)
    }
  })()
  return () => {
    isOver = true
    return writing
  }
}

async function signIn(ref: string, user: string, password: string): Promise<void> {
  const { socketDir, port, release } = await test.fleet.acquireSocket(ref)
  try {
    const client = await connectClient(
      { host: socketDir, port, database: 'postgres' },
      { user, password, applicationName: 'test', pipeline: false },
    )
    await client.end()
  } finally {
    release()
  }
}

/** The files of a project's data directory that contain a text. */
async function filesWith(ref: string, text: string): Promise<readonly string[]> {
  await run(ref, 'checkpoint', 'supabase_admin')
  const args = ['-rlaF', text, path.join(control.folders.projects, ref)]
  return promisify(execFile)('grep', args).then(
    ({ stdout }) => stdout.trim().split('\n'),
    () => [],
  )
}

describe('a copy of a running project', () => {
  it('has every row up to a moment, and sound indexes, although the source is written to', async () => {
    const stop = writeConstantly(source)
    const before = await rowsOf(source)
    const ref = await copy(source)
    await stop()
    const copied = await rowsOf(ref)
    expect(copied.count).toBe(copied.last)
    expect(copied.count).toBeGreaterThanOrEqual(before.count)
    expect((await rowsOf(source)).count).toBeGreaterThanOrEqual(copied.count)
    expect((await read(ref, INDEXES, 'supabase_admin')).count).toBeGreaterThan(100)
    await run(ref, `insert into public.rows (text) values ('only in the copy')`)
    expect((await rowsOf(ref)).count).toBe(copied.count + 1)
    expect(await countOf(source, `public.rows where text = 'only in the copy'`)).toBe(0)
  })

  it('has keys and passwords of its own', async () => {
    const ref = await copy(source)
    const [own, origin] = [await test.fleet.secrets(ref), await test.fleet.secrets(source)]
    expect(own.keys.jwtSecret).not.toBe(origin.keys.jwtSecret)
    await signIn(ref, 'postgres', 'second')
    await expect(signIn(ref, 'postgres', 'correct horse battery')).rejects.toMatchObject({
      code: '28P01',
    })
  })

  it('has settings and publications of the source, but no slots and no subscriptions', async () => {
    const session = [
      'alter system set work_mem = 5555',
      `select pg_create_logical_replication_slot('kept', 'pgoutput')`,
      'create publication own for table public.rows',
      `create subscription inherited connection 'host=/nowhere' publication other
       with (connect = false, slot_name = 'theirs')`,
      'alter subscription inherited enable',
    ]
    for (const statement of session) await run(source, statement, 'supabase_admin')
    const ref = await copy(source)
    expect(await countOf(ref, 'pg_replication_slots')).toBe(0)
    expect(await countOf(ref, 'pg_subscription')).toBe(0)
    expect(await countOf(ref, 'pg_replication_origin')).toBe(0)
    expect(await countOf(ref, 'pg_publication')).toBe(await countOf(source, 'pg_publication'))
    expect(await countOf(ref, `pg_settings where name = 'work_mem' and setting = '5555'`)).toBe(1)
    expect(await countOf(source, 'pg_subscription where subenabled')).toBe(1)
    expect(await countOf(source, `pg_replication_slots where slot_name = 'kept'`)).toBe(1)
    await run(source, 'alter subscription inherited disable', 'supabase_admin')
    await run(source, 'alter subscription inherited set (slot_name = none)', 'supabase_admin')
    await run(source, 'drop subscription inherited', 'supabase_admin')
    await run(source, `select pg_drop_replication_slot('kept')`, 'supabase_admin')
  })

  it('has the files of services, and what they leave of its data', async () => {
    await run(
      source,
      `insert into notes.entries (text) values ('private'), ('open')`,
      'supabase_admin',
    )
    await writeFile(path.join(control.folders.files, source, 'notes', 'file'), 'content')
    const ref = await copy(source)
    expect(await countOf(ref, 'notes.entries')).toBe(1)
    expect(await countOf(source, 'notes.entries')).toBe(2)
    const file = path.join(control.folders.files, ref, 'notes', 'file')
    expect(await readFile(file, 'utf8')).toBe('content')
  })

  it('has the settings of the source with their secrets, and its disk limit', async () => {
    const settings = { greeting: 'hello copy', passphrase: 'open sesame' }
    await test.fleet.updateSettings(source, notesSettings, settings)
    await test.fleet.setDiskLimit(source, 10e9)
    const ref = await copy(source)
    await test.fleet.updateSettings(source, notesSettings, { greeting: 'changed', passphrase: '' })
    expect((await test.fleet.settings(ref)).of(notesSettings)).toMatchObject(settings)
    expect(await test.fleet.disk(ref)).toMatchObject({ limitBytes: 10e9 })
  })

  it('can be made of a project that is read-only for lack of disk space', async () => {
    const from = await copy(source)
    await run(from, `alter system set default_transaction_read_only = on`, 'supabase_admin')
    await run(from, 'select pg_reload_conf()', 'supabase_admin')
    const ref = await copy(from)
    expect(await countOf(ref, 'notes.entries')).toBe(await countOf(from, 'notes.entries'))
  })

  it('can be made twice at the same time, and copied itself', async () => {
    const [first, second] = await Promise.all([copy(source), copy(source)])
    await run(first, `insert into public.rows (text) values ('first')`)
    const third = await copy(first)
    expect(await countOf(third, `public.rows where text = 'first'`)).toBe(1)
    expect(await countOf(second, `public.rows where text = 'first'`)).toBe(0)
  })
})

describe('a copy of a project that does not run', () => {
  it('is made of a paused project, which stays paused', async () => {
    const paused = await copy(source)
    await test.fleet.pause(paused)
    expect(await test.settle(paused)).toMatchObject({ status: 'INACTIVE' })
    const ref = await copy(paused)
    expect(await countOf(ref, 'public.rows')).toBe(await countOf(source, 'public.rows'))
    expect(await test.fleet.get(paused)).toMatchObject({ status: 'INACTIVE' })
  })
})

describe('a copy without data', () => {
  const MARK = 'mark-of-a-removed-row'
  /** Definitions of an owner that refuse to empty a table, run then, or keep rows elsewhere. */
  const OWN = [
    `create table public.people (id int primary key, name text)`,
    `create table public.orders (id int, person int references public.people, at date)
      partition by range (at)`,
    `create table public.orders_1 partition of public.orders for values from (minvalue) to (maxvalue)`,
    `insert into public.people select n, '${MARK}' from generate_series(1, 500) as n`,
    `insert into public.orders select n, n, '2026-01-01' from generate_series(1, 500) as n`,
    `create materialized view public.names as select name from public.people`,
    `create statistics public.both on id, name from public.people`,
    `analyze public.people`,
    `select lo_from_bytea(0, convert_to('${MARK}', 'UTF8'))`,
    `create function public.refuse() returns trigger language plpgsql
      as 'begin raise exception ''refused as %'', current_user; end'`,
    `create trigger refuse before truncate on public.people execute function public.refuse()`,
    `alter table public.people enable always trigger refuse`,
    `create table supabase_migrations.schema_migrations (version text)`,
    `insert into supabase_migrations.schema_migrations values ('1')`,
  ]

  it('has every definition, and no row in a table, in statistics, in large objects or in a file', async () => {
    const from = await copy(source)
    await run(from, 'create schema supabase_migrations authorization postgres', 'supabase_admin')
    for (const statement of OWN) await run(from, statement)
    const ref = await copy(from, { content: 'schema' })
    for (const name of ['people', 'orders', 'rows'])
      expect(await countOf(ref, `public.${name}`)).toBe(0)
    const objects = `pg_statistic as s join pg_class as c on c.oid = s.starelid
      where c.relnamespace = 'public'::regnamespace`
    expect(await countOf(from, objects)).toBeGreaterThan(0)
    for (const name of [
      objects,
      'pg_statistic_ext_data',
      'pg_largeobject',
      'pg_largeobject_metadata',
    ])
      expect(await countOf(ref, name)).toBe(0)
    expect(await countOf(ref, `pg_class where relname = 'names' and not relispopulated`)).toBe(1)
    expect(await countOf(ref, `pg_trigger where tgname = 'refuse' and tgenabled = 'A'`)).toBe(1)
    expect(await countOf(ref, 'supabase_migrations.schema_migrations')).toBe(1)
    expect(await countOf(ref, 'stoa.migrations')).toBe(await countOf(from, 'stoa.migrations'))
    expect(await filesWith(from, MARK)).not.toEqual([])
    expect(await filesWith(ref, MARK)).toEqual([])
  })

  it('is not made of a project with further databases, whose rows it would have', async () => {
    const from = await copy(source)
    await run(from, 'create database more')
    const ref = await begin(from, { content: 'schema' })
    expect(await test.settle(ref)).toMatchObject({
      status: 'INIT_FAILED',
      failure: { code: 'copy_other_databases' },
    })
  })
})

describe('an anonymized copy', () => {
  const MARK = 'mark-of-a-person'
  const PEOPLE = { schema: 'public', table: 'people' }
  const DEFINITIONS = [
    `create table public.people (id int primary key, name text, email varchar(80) not null,
      code uuid, place text check (place <> 'forbidden')) partition by range (id)`,
    `create table public.people_1 partition of public.people for values from (0) to (1000)`,
    `alter table public.people_1 add unique (email)`,
    `create table public.orders (id int primary key, email varchar(80))`,
    `insert into public.people select n, '${MARK}', '${MARK}' || n, gen_random_uuid(), null
      from generate_series(1, 300) as n`,
    `insert into public.orders select n, '${MARK}' || n from generate_series(1, 300) as n`,
    `create materialized view public.names as select name from public.people`,
    `create function public.refuse() returns trigger language plpgsql
      as 'begin raise exception ''refused as %'', current_user; end'`,
    `create trigger refuse before update on public.people for each row
      execute function public.refuse()`,
    `alter table public.people_1 enable always trigger refuse`,
    `alter table public.people_1 force row level security`,
    `analyze public.people, public.orders`,
  ]
  let from: string

  beforeAll(async () => {
    from = await copy(source)
    for (const statement of DEFINITIONS) await run(from, statement)
  })

  it('has other values in the chosen columns, and the former ones in no file', async () => {
    const ref = await copy(from, {
      content: 'anonymized',
      rules: [
        { ...PEOPLE, column: 'name', rule: 'fake_name' },
        { ...PEOPLE, column: 'email', rule: 'hash' },
        { ...PEOPLE, column: 'code', rule: 'hash' },
        { ...PEOPLE, column: 'place', rule: 'constant', value: 'here' },
        { schema: 'public', table: 'orders', column: 'email', rule: 'hash' },
      ],
    })
    expect(await countOf(ref, `public.people where name ~ '^[A-Z][a-z]+ [A-Z][a-z]+$'`)).toBe(300)
    expect(await countOf(ref, 'public.people join public.orders using (email)')).toBe(300)
    expect(await countOf(ref, 'public.people where place is not null')).toBe(0)
    expect(await countOf(ref, `public.names where name <> '${MARK}'`)).toBe(300)
    const triggers = `pg_trigger where tgname = 'refuse' and tgenabled`
    expect(await countOf(ref, `${triggers} = 'A'`)).toBe(1)
    expect(await countOf(ref, `${triggers} = 'O'`)).toBe(1)
    expect(await countOf(ref, `pg_class where relname = 'people_1' and relforcerowsecurity`)).toBe(
      1,
    )
    expect(await filesWith(from, MARK)).not.toEqual([])
    expect(await filesWith(ref, MARK)).toEqual([])
    await signIn(ref, 'postgres', 'second')
  })

  it('is not made if a rule cannot be applied', async () => {
    const rules = [AnonymizeRule.parse({ ...PEOPLE, column: 'email', rule: 'null' })]
    const ref = await begin(from, { content: 'anonymized', rules })
    const { status, failure } = await test.settle(ref)
    expect({ status, code: failure?.code }).toEqual({
      status: 'INIT_FAILED',
      code: 'anonymize_failed',
    })
    expect(existsSync(path.join(control.folders.projects, ref))).toBe(false)
  })
})

describe('a copy that cannot be made', () => {
  it('fails with the reason when the source is deleted at that time', async () => {
    const deleted = await copy(source)
    during = async () => {
      if ((await test.fleet.get(deleted))?.status !== 'ACTIVE_HEALTHY') return
      await test.fleet.remove(deleted)
      await test.settle(deleted)
    }
    const ref = await begin(deleted)
    expect(await test.settle(ref)).toMatchObject({
      status: 'INIT_FAILED',
      failure: { code: 'origin_gone' },
    })
    expect(existsSync(path.join(control.folders.projects, ref))).toBe(false)
  })

  it('leaves nothing when it is deleted before it is complete', async () => {
    let ref = ''
    during = () => test.fleet.remove(ref)
    ref = await begin(source)
    expect(await test.settle(ref)).toMatchObject({ status: 'REMOVED' })
    for (const folder of [control.folders.projects, control.folders.files])
      expect((await readdir(folder)).filter((name) => name.includes(ref))).toEqual([])
  })
})
