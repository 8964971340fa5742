import { existsSync } from 'node:fs'
import type { Client } from 'pg'
import { connectionPooling } from '@stoa/contract/platform/connection-pooling'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestControlPlane, type TestControlPlane } from '../../../test/control-plane.ts'
import { createTestFleet, type TestFleet } from '../../../test/fleet.ts'
import { sayNotTested } from '../../../test/not-tested.ts'
import { connectClient } from '../../postgres/connections/connect.ts'
import { findPgBouncer } from './pgbouncer.ts'

const PASSWORD = 'correct horse battery'
const CLIENTS = 40

const pgbouncer = await findPgBouncer()
if (!pgbouncer) sayNotTested('connection pooling', 'because PgBouncer is not installed.')

let control: TestControlPlane
let test: TestFleet
let ref: string

beforeAll(async () => {
  control = await createTestControlPlane()
  test = await createTestFleet(control, { pgbouncer })
  ref = await test.createProject(PASSWORD)
})
afterAll(async () => {
  await test.stop()
  await control.stop()
})

type Pooled = { readonly client: Client; readonly socketDir: string; close(): Promise<void> }

async function connect(password = PASSWORD, user = 'postgres'): Promise<Pooled> {
  const { socketDir, port, release } = await test.fleet.acquirePooler(ref)
  try {
    const client = await connectClient(
      // The proof of the database is a statement, which the guard of a session would have to precede.
      { host: socketDir, port, database: 'postgres' },
      { user, password, applicationName: 'test', pipeline: false, hasOwnersSettings: true },
    )
    return { client, socketDir, close: () => client.end().finally(release) }
  } catch (error) {
    release()
    throw error
  }
}

const pidOf = async ({ client }: Pooled): Promise<number> =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0

describe.skipIf(!pgbouncer)('the pooler of a project', { timeout: 60_000 }, () => {
  it('serves many clients with a few connections', async () => {
    const clients = await Promise.all(Array.from({ length: CLIENTS }, () => connect()))
    const pids = await Promise.all(clients.map(pidOf))
    expect(new Set(pids).size).toBeLessThanOrEqual(connectionPooling.defaults.default_pool_size)
    await Promise.all(clients.map(({ close }) => close()))
  })

  it('refuses wrong passwords, and roles of the services', async () => {
    await expect(connect('wrong')).rejects.toThrow('authentication failed')
    await expect(connect(PASSWORD, 'supabase_admin')).rejects.toThrow('authentication failed')
  })

  it('knows a changed password and mode at once', async () => {
    await test.fleet.setDatabasePassword(ref, 'another horse battery')
    await test.fleet.updateSettings(ref, connectionPooling, { default_pool_size: 1 })
    const [first, second] = await Promise.all([
      connect('another horse battery'),
      connect('another horse battery'),
    ])
    expect(await pidOf(first)).toBe(await pidOf(second))
    await Promise.all([first.close(), second.close()])
  })

  it('ends with its project', async () => {
    const { socketDir, close } = await connect('another horse battery')
    await close()
    await test.fleet.pause(ref)
    await test.settle(ref)
    expect(existsSync(socketDir)).toBe(false)
  })
})
