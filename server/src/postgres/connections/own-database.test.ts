import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from 'pg'
import { z } from 'zod'
import {
  createTestProject,
  TEST_SUPERUSER_PASSWORD,
  type TestProject,
} from '../../../test/project.ts'
import { ownEndpoint } from '../clusters/socket-folder.ts'
import { sql } from '../sql.ts'
import { connectClient, endClient } from './connect.ts'

const ROLES = [
  'supabase_admin',
  'postgres',
  'authenticator',
  'supabase_auth_admin',
  'supabase_read_only_user',
] as const

let test: TestProject
/** A session of the owner in a database that is neither renamed nor replaced. */
let owner: Client

beforeAll(async () => {
  test = await createTestProject()
  owner = await connectClient(
    { ...ownEndpoint(test.socketDir), database: 'template1' },
    {
      user: 'postgres',
      password: test.password,
      applicationName: 'test',
      pipeline: false,
      hasOwnersSettings: true,
    },
  )
})
afterEach(async () => {
  await renew()
  const { rows } = await owner.query<{ datname: string }>('select datname from pg_database')
  const names = rows.map(({ datname }) => datname)
  if (!names.includes('former')) return
  if (names.includes('postgres')) await owner.query('drop database postgres with (force)')
  await owner.query('alter database former rename to postgres')
})
afterAll(async () => {
  await owner.end()
  await test.stop()
})

/** Ends the sessions in the database, as after an idle time. */
async function renew(): Promise<void> {
  const admin = await connectClient(
    { ...ownEndpoint(test.socketDir), database: 'template1' },
    {
      user: 'supabase_admin',
      password: TEST_SUPERUSER_PASSWORD,
      applicationName: 'test',
      pipeline: false,
    },
  )
  await admin.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = 'postgres'`,
  )
  await endClient(admin)
}

async function rename(): Promise<void> {
  await renew()
  await owner.query('alter database postgres rename to former')
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => z.object({ code: z.string() }).parse(error).code,
  )

/** The error code of each way into the database. */
const refusals = async () => {
  const { database } = test
  const listening = database.listen(['test'], () => {})
  const found = {
    pools: new Set(
      await Promise.all(ROLES.map((role) => codeOf(database.as(role).run(sql`select`)))),
    ),
    connections: new Set(
      await Promise.all(ROLES.map((role) => codeOf(database.connect(role, 'test')))),
    ),
    callers: await codeOf(
      database.asCaller(
        { role: 'anon', settings: {}, isReadOnly: true },
        { text: 'select', values: [] },
      ),
    ),
    listener: await codeOf(listening.settle()),
    replication: await codeOf(database.replicate('supabase_replication_admin', 'test')),
  }
  await listening.close()
  return found
}
const refusedWith = (code: string) => ({
  pools: new Set([code]),
  connections: new Set([code]),
  callers: code,
  listener: code,
  replication: code,
})

describe('a database that its owner replaced', () => {
  it.each([
    ['by an empty one', 'create database postgres template template0'],
    ['by a copy of the original', 'create database postgres template former'],
    [
      'by one with settings for its sessions',
      `create database postgres;
       alter database postgres set search_path = evil, pg_catalog;
       alter database postgres set role = 'postgres'`,
    ],
  ])('is refused at each way in: %s', async (_, statements) => {
    await rename()
    for (const statement of statements.split(';')) await owner.query(statement)
    expect(await refusals()).toEqual(refusedWith('database_replaced'))
  })

  it('is refused where the new one takes its number, which Postgres does not give', async () => {
    await rename()
    await expect(owner.query('create database postgres oid 5')).rejects.toMatchObject({
      message: expect.stringContaining('OIDs less than 16384 are reserved'),
    })
  })

  it('is the project’s own again when it gets its name back', async () => {
    await rename()
    await owner.query('create database postgres')
    expect(await codeOf(test.database.as('supabase_admin').run(sql`select`))).toBe(
      'database_replaced',
    )
    await renew()
    await owner.query('drop database postgres')
    await owner.query('alter database former rename to postgres')
    expect(await codeOf(test.database.as('supabase_admin').run(sql`select`))).toBe('none')
  })
})

it('names a database that was only renamed', async () => {
  await rename()
  expect(await refusals()).toEqual(refusedWith('database_missing'))
  await expect(test.database.as('postgres').run(sql`select`)).rejects.toMatchObject({
    status: 503,
    hint: expect.stringContaining('rename the original one back'),
  })
})

it('serves what the whole cluster shares, whatever happened to the database', async () => {
  await rename()
  const admin = await test.database.administer('test')
  const { rows } = await admin.query('select current_database(), current_user')
  expect(rows).toEqual([{ current_database: 'template1', current_user: 'supabase_admin' }])
  await endClient(admin)
})
