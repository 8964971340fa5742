import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createTestControlPlane, type TestControlPlane } from '../../../test/control-plane.ts'
import { createTestFleet, type TestFleet } from '../../../test/fleet.ts'
import type { Lease } from '../port.ts'
import { rawSql } from '../../postgres/sql.ts'

/** Attempts of a project's owner to write while its disk limit makes it read-only. */
let control: TestControlPlane
let test: TestFleet
let ref: string
let lease: Lease
let used: number

beforeAll(async () => {
  control = await createTestControlPlane()
  // The disk is checked every hundred milliseconds.
  test = await createTestFleet(control, { idleAfterMs: 400 })
  ref = await test.createProject()
  lease = await test.fleet.acquire(ref)
  const owner = lease.project.database.as('postgres')
  await owner.run(rawSql('create table filled as select 1 as value'))
  await owner.run(rawSql('grant all on filled to anon'))
  used = (await test.fleet.disk(ref)).usedBytes
})
afterAll(async () => {
  lease.release()
  await test.stop()
  await control.stop()
})
beforeEach(async () => {
  await test.fleet.setDiskLimit(ref, used * 10)
  await vi.waitUntil(async () => (await insertAsAnon()) === 'written', 10_000)
})

const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'written',
    (error: unknown) => z.object({ code: z.string() }).parse(error).code,
  )
const asAnon = (text: string) =>
  lease.project.database.asCaller(
    { role: 'anon', settings: {}, isReadOnly: false },
    {
      text,
      values: [],
    },
  )
const insertAsAnon = () => outcome(asAnon('insert into filled values (1)'))
const insertAsAuth = () =>
  outcome(lease.project.database.as('supabase_auth_admin').run(rawSql('create table auth.more ()')))

it('does not let its owner make the API or a service write at the limit', async () => {
  await insertAsAuth()
  await test.fleet.setDiskLimit(ref, Math.round(used * 0.9))
  await expect.poll(insertAsAnon).toBe('disk_limit_reached')
  const owner = await lease.project.database.connect('postgres', 'psql')
  await owner.query('set session characteristics as transaction read write')
  await owner.query('alter role authenticator set default_transaction_read_only = off')
  await owner.query('alter role anon set default_transaction_read_only = off')
  await owner.query('alter database postgres set default_transaction_read_only = off')
  await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where usename = 'authenticator'`)
  await expect.poll(insertAsAnon).toBe('disk_limit_reached')
  // A session that opens before the next check of the disk still has the owner's setting.
  await expect.poll(insertAsAuth).toBe('disk_limit_reached')
  expect(await test.fleet.disk(ref)).toMatchObject({
    readOnlySince: expect.any(Date),
    cause: 'limit',
    isClosed: false,
  })
  // The owner can delete, and give the space back in any session.
  await owner.query('delete from filled')
  await owner.query('set session characteristics as transaction read only')
  await owner.query('vacuum full filled')
  await owner.query('set session characteristics as transaction read write')
  await owner.query('alter database postgres reset default_transaction_read_only')
  await owner.end()
})

it('ends the sessions of an owner who keeps writing, and admits no new ones until the limit is raised', async () => {
  const { database } = lease.project
  const owner = await database.connect('postgres', 'psql')
  const ended = new Promise((resolve) => owner.once('end', resolve))
  await test.fleet.setDiskLimit(ref, Math.round(used / 2))
  await ended
  await expect(test.fleet.acquireSocket(ref)).rejects.toMatchObject({
    code: 'disk_limit_exceeded',
    hint: expect.stringMatching(/\.$/),
  })
  await expect(database.connect('postgres', 'SQL editor')).rejects.toMatchObject({ status: 507 })
  expect(await insertAsAnon()).toBe('disk_limit_reached')
  expect(await asAnon('select value from filled')).toHaveLength(1)
  expect(await test.fleet.disk(ref)).toMatchObject({ isClosed: true })
  await test.fleet.setDiskLimit(ref, used * 10)
  await expect.poll(insertAsAnon).toBe('written')
  const { release } = await test.fleet.acquireSocket(ref)
  release()
  // Postgres reloads its settings asynchronously.
  const insert = () => database.as('postgres').run(rawSql('insert into filled values (2)'))
  await expect.poll(() => outcome(insert())).toBe('written')
})

it('protects the disk whatever the owner does with the database itself', async () => {
  const admin = await lease.project.database.administer('test')
  await admin.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = 'postgres'`)
  await admin.query('set role postgres')
  await admin.query('alter database postgres rename to former')
  await test.fleet.setDiskLimit(ref, Math.round(used * 0.9))
  await expect.poll(async () => (await test.fleet.disk(ref)).readOnlySince).toBeInstanceOf(Date)
  await admin.query('set transaction_read_only = off')
  await admin.query('alter database former rename to postgres')
  await admin.end()
})

it('protects the disk from the first moment of the next start', async () => {
  await test.fleet.setDiskLimit(ref, Math.round(used / 2))
  await expect.poll(insertAsAnon).toBe('disk_limit_reached')
  lease.release()
  await test.fleet.restart(ref)
  await test.settle(ref)
  lease = await test.fleet.acquire(ref)
  expect(await insertAsAnon()).toBe('disk_limit_reached')
  await expect(test.fleet.acquireSocket(ref)).rejects.toMatchObject({ status: 507 })
})
