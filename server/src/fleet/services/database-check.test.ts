import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestControlPlane, type TestControlPlane } from '../../../test/control-plane.ts'
import { createTestFleet, type TestFleet } from '../../../test/fleet.ts'
import { rawSql } from '../../postgres/sql.ts'
import type { Service } from '../../project/service.ts'

const services: readonly Service[] = [
  {
    name: 'auth',
    title: 'Auth',
    database: { roles: ['supabase_auth_admin'], tables: ['auth.people'] },
  },
  { name: 'rest', title: 'Data API', database: { servesCallers: true } },
  { name: 'meta', title: 'Database', database: { roles: ['postgres'] } },
]

let control: TestControlPlane
let test: TestFleet
let ref: string

beforeAll(async () => {
  control = await createTestControlPlane()
  test = await createTestFleet(control, { services })
  ref = await test.createProject()
  await run('create table auth.people ()', 'supabase_auth_admin')
})
afterAll(async () => {
  await test.stop()
  await control.stop()
})

async function run(statement: string, role: 'postgres' | 'supabase_auth_admin' = 'postgres') {
  const { project, release } = await test.fleet.acquire(ref)
  await project.database.as(role).run(rawSql(statement)).finally(release)
}

async function unhealthy(): Promise<Record<string, string>> {
  const found = await test.fleet.checkServices(ref)
  return Object.fromEntries(
    found.flatMap(({ service, fault }) => (fault ? [[service.name, fault.message] as const] : [])),
  )
}

it('finds nothing wrong with an untouched database', async () => {
  expect(await unhealthy()).toEqual({})
})

it('keeps no connection open', async () => {
  await unhealthy()
  const { project, release } = await test.fleet.acquire(ref)
  const open = () =>
    project.database
      .as('supabase_admin')
      .run(rawSql(`select from pg_stat_activity where application_name = 'stoa-check'`))
  await expect.poll(open).toBe(0)
  release()
})

it('names a missing table of a service, and what to do', async () => {
  await run('alter table auth.people rename to others', 'supabase_auth_admin')
  expect(await unhealthy()).toEqual({
    auth: 'The Auth service is not available: auth.people is missing from the database.',
  })
  expect(test.fleet.faultOf(ref, 'auth')?.hint).toContain('backup')
  await run('alter table auth.others rename to people', 'supabase_auth_admin')
  expect(await unhealthy()).toEqual({})
  expect(test.fleet.faultOf(ref, 'auth')).toBeUndefined()
})

it('names a role of API requests that is missing', async () => {
  await run('alter role anon rename to nobody')
  expect(await unhealthy()).toEqual({
    rest: 'The Data API service is not available: the role authenticator can’t switch to anon, which API requests use.',
  })
  await run('alter role nobody rename to anon')
  expect(await unhealthy()).toEqual({})
})

it('names an owner’s password that was changed with SQL', async () => {
  await run(`alter role postgres password 'another'`)
  await run(`select pg_terminate_backend(pid) from pg_stat_activity
    where usename = 'postgres' and pid <> pg_backend_pid()`)
  const { project, release } = await test.fleet.acquire(ref)
  const admin = project.database.as('supabase_admin')
  await admin.run(
    rawSql(`select pg_terminate_backend(pid) from pg_stat_activity
    where usename = 'postgres'`),
  )
  release()
  await expect
    .poll(unhealthy)
    .toEqual({ meta: expect.stringContaining('The database password was changed with SQL') })
  await test.fleet.setDatabasePassword(ref, 'correct horse battery')
  await expect.poll(unhealthy).toEqual({})
})

it('names a database that was renamed or replaced, until it has its name back', async () => {
  const { project, release } = await test.fleet.acquire(ref)
  const owner = await project.database.administer('test')
  await owner.query('set role postgres')
  const asOwner = async (statement: string) => {
    await project.database
      .administer('test')
      .then((admin) =>
        admin
          .query(
            `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = 'postgres'`,
          )
          .finally(() => admin.end()),
      )
    await owner.query(statement)
  }
  const everyService = (reason: string) => ({
    auth: `The Auth service is not available: ${reason}`,
    rest: `The Data API service is not available: ${reason}`,
    meta: `The Database service is not available: ${reason}`,
  })
  await asOwner('alter database postgres rename to former')
  expect(await unhealthy()).toEqual(everyService('The database postgres was renamed or dropped.'))
  await owner.query('create database postgres')
  expect(await unhealthy()).toEqual(
    everyService('The database postgres was replaced by another one of the same name.'),
  )
  expect(test.fleet.faultOf(ref, 'rest')?.hint).toContain('rename the original one back')
  await asOwner('drop database postgres')
  await owner.query('alter database former rename to postgres')
  expect(await unhealthy()).toEqual({})
  await owner.end()
  release()
})

it('repairs the logins of the services as the project starts', async () => {
  await run('alter role authenticator rename to former_authenticator')
  await test.fleet.restart(ref)
  await test.settle(ref)
  const { project, release } = await test.fleet.acquire(ref)
  const found = () =>
    project.database
      .as('supabase_admin')
      .run(rawSql(`select from pg_roles where rolname = 'authenticator'`))
  await expect.poll(found).toBe(1)
  release()
  await expect.poll(unhealthy).toEqual({})
})
