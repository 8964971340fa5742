import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestControlPlane, type TestControlPlane } from '../../../test/control-plane.ts'
import { createTestFleet, type TestFleet } from '../../../test/fleet.ts'
import { rawSql } from '../../postgres/sql.ts'

let control: TestControlPlane
let test: TestFleet
let ref: string

beforeAll(async () => {
  control = await createTestControlPlane()
  test = await createTestFleet(control)
  ref = await test.createProject()
})
afterAll(async () => {
  await test.stop()
  await control.stop()
})

const Pid = z.object({ count: z.int() })

describe('a project whose owner has run', () => {
  it.each([
    `alter role authenticator password 'another'`,
    `alter role authenticator nologin`,
    `alter role authenticator valid until '2000-01-01'`,
    `alter role authenticator connection limit 0`,
    `revoke connect on database postgres from public`,
    `alter database postgres connection limit 0`,
    `alter database postgres allow_connections false`,
    `alter role authenticator set local_preload_libraries = 'missing'`,
    `alter role authenticator in database postgres set local_preload_libraries = 'missing'`,
    `alter database postgres set local_preload_libraries = 'missing'`,
    `alter role authenticator rename to former_authenticator`,
  ])('%s continues to serve requests', async (statement) => {
    const { project, release } = await test.fleet.acquire(ref)
    const { database } = project
    // From another database, as `allow_connections` requires.
    const client = await database.administer('test')
    await client.query('set role postgres')
    await client.query(statement)
    await client.query('reset role')
    // Open connections would hide that new ones fail.
    await client.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where usename in ('authenticator', 'postgres')`)
    await client.end()
    const anon = { role: 'anon', settings: {}, isReadOnly: true }
    const answer = () => database.asCaller(anon, { text: 'select current_user', values: [] })
    await expect.poll(() => answer().then(([one]) => one?.rows, String)).toEqual([['anon']])
    const one = database.as('postgres').one(rawSql('select 1 as count'), Pid)
    expect(await one).toEqual({ count: 1 })
    release()
  })
})
