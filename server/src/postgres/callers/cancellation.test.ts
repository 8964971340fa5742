import os from 'node:os'
import type { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { cancelStatement } from '../connections/cancel-statement.ts'
import { connectClient, type Endpoint } from '../connections/connect.ts'
import { createDiskBudget } from '../wire/disk-budget.ts'
import type { CallerContext, CallerStatement } from './caller.ts'
import { createCallerPool } from './pool.ts'

let test: TestProject
let endpoint: Endpoint
let watcher: Client
beforeAll(async () => {
  test = await createTestProject()
  endpoint = { host: test.socketDir, port: 5432, database: 'postgres' }
  watcher = await test.database.connect('supabase_admin', 'watcher')
})
afterAll(async () => {
  await watcher.end()
  await test.stop()
})

let pool: ReturnType<typeof createCallerPool>
/** Sends cancel requests, or runs the test's replacement. */
let cancel: (client: Client) => Promise<boolean>
let sent = 0
beforeEach(() => {
  sent = 0
  cancel = cancelStatement
  pool = createCallerPool({
    connect: () =>
      connectClient(endpoint, {
        user: 'authenticator',
        password: test.password,
        applicationName: 'canceled',
        pipeline: true,
      }),
    cancel(client) {
      sent += 1
      return cancel(client)
    },
    max: 1,
    idleMs: 60_000,
    longTexts: { folder: os.tmpdir(), budget: createDiskBudget(1e9) },
  })
})
afterEach(() => pool.close(0))

const reader: CallerContext = { role: 'anon', settings: {}, isReadOnly: true }
const ask = (text: string, context: CallerContext = reader, more: Partial<CallerStatement> = {}) =>
  pool.run(context, { text, values: [], ...more })
/** A statement whose client can disconnect. */
function leaving(text: string, more?: Partial<CallerStatement>) {
  const client = new AbortController()
  const outcome = ask(text, { ...reader, signal: client.signal }, more).catch(
    (error: unknown) => error,
  )
  return { outcome, leave: () => client.abort() }
}
const CANCELED = { code: 'request_canceled', status: 499 }

/** How many statements with this text the pool has running in Postgres. */
async function running(text: string): Promise<number> {
  const { rowCount } = await watcher.query(
    `select from pg_stat_activity
     where application_name = 'canceled' and state = 'active' and strpos(query, $1) > 0`,
    [text],
  )
  return rowCount ?? 0
}
const pidOf = async (context?: CallerContext) =>
  (await ask('select pg_backend_pid()', context))[0]?.rows[0]?.[0]

describe('a statement whose client has left', () => {
  it('is canceled in Postgres, and its connection is used again', async () => {
    const pid = await pidOf()
    const { outcome, leave } = leaving('select pg_sleep(600)')
    await expect.poll(() => running('pg_sleep(600)')).toBe(1)
    leave()
    expect(await outcome).toMatchObject(CANCELED)
    expect(await running('pg_sleep(600)')).toBe(0)
    expect(await pidOf()).toBe(pid)
  })

  it('is not sent if it still waits for a lane that others hold', async () => {
    const first = leaving('select pg_sleep(600)')
    await expect.poll(() => running('pg_sleep(600)')).toBe(1)
    const second = leaving('select pg_sleep(601)')
    second.leave()
    expect(await second.outcome).toMatchObject(CANCELED)
    expect(sent).toBe(0)
    expect(await running('pg_sleep(600)')).toBe(1)
    first.leave()
    expect(await first.outcome).toMatchObject(CANCELED)
    expect(await pidOf()).toBeDefined()
  })

  it('is not sent if the client had already left', async () => {
    const gone = { ...reader, signal: AbortSignal.abort() }
    await expect(ask('select 1', gone)).rejects.toMatchObject(CANCELED)
    expect(pool.load().connections).toBe(0)
  })
})

describe('a cancel request', () => {
  it('that arrives late hits no later statement, because none is sent until it is confirmed', async () => {
    const pid = await pidOf()
    const arrival = Promise.withResolvers<void>()
    cancel = async (client) => {
      await arrival.promise
      return cancelStatement(client)
    }
    await watcher.query('select pg_advisory_lock(1)')
    const first = leaving('select pg_advisory_xact_lock(1)')
    await expect.poll(() => running('xact_lock')).toBe(1)
    first.leave()
    await watcher.query('select pg_advisory_unlock(1)')
    await expect.poll(() => running('xact_lock')).toBe(0)
    const next = ask("select pg_sleep(0.05), 'next'")
    // A different lane uses a different connection.
    expect(await pidOf({ ...reader, role: 'service_role' })).not.toBe(pid)
    expect(await running('next')).toBe(0)
    arrival.resolve()
    expect((await next)[0]?.rows[0]?.[1]).toBe('next')
    await first.outcome
  })

  it('at the very end of a statement hits none of those that follow', async () => {
    for (let round = 0; round < 100; round += 1) {
      const first = leaving('select pg_sleep(0.001)')
      setTimeout(first.leave, 1 + (round % 10) / 10)
      const next = await ask("select pg_sleep(0.0005), 'next'")
      expect(next[0]?.rows[0]?.[1]).toBe('next')
      await first.outcome
    }
    expect(pool.load().connections).toBe(1)
  })

  it('that Postgres does not confirm closes the connection', async () => {
    const pid = await pidOf()
    cancel = async () => false
    const { outcome, leave } = leaving('select pg_sleep(600)')
    await expect.poll(() => running('pg_sleep(600)')).toBe(1)
    leave()
    expect(await outcome).toMatchObject(CANCELED)
    expect(await pidOf()).not.toBe(pid)
    await watcher.query('select pg_cancel_backend($1)', [pid])
  })

  it('is not sent while others are on the connection, and neither of them is lost', async () => {
    const quick = { name: 'quick', tookAt: 0, mayRunTwice: true }
    const text = 'select 0.00001::float8, pg_sleep(0.02)'
    await ask(text, reader, quick)
    const first = leaving(text, quick)
    const second = ask(text, reader, quick)
    first.leave()
    expect((await second)[0]?.rows).toHaveLength(1)
    await first.outcome
    expect(sent).toBe(0)
  })
})
