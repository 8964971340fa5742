import type { DatabaseSession } from '@stoa/contract/services/meta/activity'
import { setTimeout } from 'node:timers/promises'
import type { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../../postgres/sql.ts'
import { bob, createMetaApp, query, rita, type MetaApp } from '../../../../test/meta/app.ts'

let meta: MetaApp
const clients: Client[] = []

beforeAll(async () => {
  meta = await createMetaApp()
  await meta.test.run(`
    create table public."Big one" (id int primary key, text text);
    insert into public."Big one" select i, repeat('x', 100) from generate_series(1, 5000) i;
    create table public.small (id int);
    insert into public.small select 1;
    delete from public.small;
    create materialized view public.kept as select 1 as one;
    analyze public."Big one";
  `)
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end().catch(() => undefined)))
})
afterAll(() => meta.stop())

/** A session of the project's owner, as an application opens it. */
async function connect(application: string): Promise<Client> {
  const client = await meta.test.database.connect('postgres', application)
  client.on('error', () => undefined)
  clients.push(client)
  return client
}

async function activity(member?: Parameters<MetaApp['call']>[3]) {
  const { status, body } = await meta.call('GET', '/activity', undefined, member)
  expect([status, body.message]).toEqual([200, undefined])
  return body
}

/** Polls the activity until the application's session has the expected state. */
async function sessionOf(
  application: string,
  isWanted: (session: DatabaseSession) => boolean = () => true,
): Promise<DatabaseSession> {
  for (;;) {
    const { sessions } = await activity()
    const found = sessions.find((each: DatabaseSession) => each.application === application)
    if (found && isWanted(found)) return found
    await setTimeout(20)
  }
}

const signal = (verb: 'cancel' | 'terminate', { pid, backend_start }: DatabaseSession) =>
  meta.call('POST', `/activity/${verb}`, { pid, backend_start })

/** A session with an open change of a row, and one that waits for it. */
async function block() {
  const first = await connect('first app')
  const second = await connect('second app')
  await first.query('begin')
  await first.query('lock table public."Big one" in access exclusive mode')
  const waiting = second.query('select count(*) from public."Big one"').then(
    () => 'finished',
    (error: { code?: string }) => error.code,
  )
  return {
    waiting,
    blocker: await sessionOf('first app'),
    blocked: await sessionOf('second app', ({ blocked_by }) => blocked_by.length > 0),
  }
}

describe('sessions', () => {
  it('are listed with role, state, wait, durations and statement', async () => {
    const { blocker, blocked } = await block()
    expect(blocker).toMatchObject({
      role: 'postgres',
      state: 'idle in transaction',
      statement: 'lock table public."Big one" in access exclusive mode',
      is_platform: false,
      can_cancel: true,
      can_terminate: true,
    })
    expect(blocker.transaction_seconds).toBeGreaterThanOrEqual(0)
    expect(blocked).toMatchObject({
      state: 'active',
      wait_event_type: 'Lock',
      wait_event: 'relation',
      blocked_by: [blocker.pid],
    })
  })

  it('show no statements to members who can only read', async () => {
    await (await connect('secret app')).query(`select 'pass' || 'word'`)
    expect(await sessionOf('secret app')).toMatchObject({ statement: `select 'pass' || 'word'` })
    const { sessions } = await activity(rita)
    expect(sessions.map(({ statement }: DatabaseSession) => statement)).toEqual(
      sessions.map(() => null),
    )
  })

  it('of the member who runs SQL text are named as their own', async () => {
    const id = crypto.randomUUID()
    const transaction = { id, is_open: false }
    const body = query('select pg_backend_pid()', { transaction })
    const { body: answer } = await meta.call('POST', '/query', body)
    const pid = Number(answer.results[0].rows[0][0])
    const { own_pids, sessions } = await activity()
    expect(own_pids).toEqual([pid])
    expect(sessions.find((each: DatabaseSession) => each.pid === pid)).toMatchObject({
      is_platform: false,
      can_terminate: true,
    })
    expect((await activity(bob)).own_pids).toEqual([])
    await meta.call('POST', `/transactions/${id}/rollback`, {})
    expect((await activity()).own_pids).toEqual([])
  })

  it('lists locks with their tables, waiting ones first', async () => {
    const { blocker, blocked } = await block()
    const { locks } = await activity()
    expect(locks[0]).toMatchObject({
      pid: blocked.pid,
      relation: 'public."Big one"',
      mode: 'AccessShareLock',
      is_granted: false,
    })
    expect(locks).toContainEqual({
      pid: blocker.pid,
      relation: 'public."Big one"',
      kind: 'relation',
      mode: 'AccessExclusiveLock',
      is_granted: true,
      waiting_seconds: null,
    })
  })

  it('are cancelled and terminated, with entries in the audit log', async () => {
    const { waiting, blocker, blocked } = await block()
    expect(await signal('cancel', blocked)).toEqual({ status: 200, body: {} })
    expect(await waiting).toBe('57014')
    expect(await signal('terminate', blocker)).toEqual({ status: 200, body: {} })
    await expect
      .poll(async () => (await signal('terminate', blocker)).body.code, { timeout: 20_000 })
      .toBe('database_session_not_found')
    expect(meta.audited.slice(0, 2)).toEqual([
      {
        action: 'database_session.cancel',
        target: `pid ${blocked.pid}`,
        metadata: { role: 'postgres' },
      },
      {
        action: 'database_session.terminate',
        target: `pid ${blocker.pid}`,
        metadata: { role: 'postgres' },
      },
    ])
  })

  it('are not confused with a later session that got the same pid', async () => {
    await connect('lasting app')
    const session = await sessionOf('lasting app')
    const other = { ...session, backend_start: '2020-01-01T00:00:00+00:00' }
    expect(await signal('terminate', other)).toMatchObject({
      status: 404,
      body: { code: 'database_session_not_found' },
    })
  })

  it('of the platform are marked and cannot be terminated', async () => {
    const { sessions } = await activity()
    await connect('stoa-listener')
    const own = await sessionOf('stoa-listener')
    expect(own).toMatchObject({ is_platform: true, can_cancel: true, can_terminate: false })
    expect(await signal('terminate', own)).toMatchObject({
      status: 403,
      body: { code: 'session_protected', message: 'This session belongs to the platform.' },
    })
    const superusers = sessions.filter(({ role }: DatabaseSession) => role === 'supabase_admin')
    expect(superusers.filter((each: DatabaseSession) => each.can_cancel)).toEqual([])
  })

  it('of the SQL editor can be terminated', async () => {
    const run = meta.call('POST', '/query', query('select pg_sleep(60)'))
    const session = await sessionOf('stoa SQL editor', ({ statement }) =>
      Boolean(statement?.includes('pg_sleep')),
    )
    expect(session).toMatchObject({ is_platform: false, can_terminate: true })
    await signal('terminate', session)
    expect((await run).status).toBeGreaterThanOrEqual(400)
  })
})

describe('sizes', () => {
  const names = (items: { schema: string; name: string }[]) =>
    items.filter(({ schema }) => schema === 'public').map(({ name }) => name)

  it('of tables are listed, the largest first', async () => {
    const { body } = await meta.call('GET', '/table-sizes')
    expect(names(body.items)[0]).toBe('Big one')
    const big = body.items.find(({ name }: { name: string }) => name === 'Big one')
    expect(big).toMatchObject({
      schema: 'public',
      can_maintain: true,
      estimated_rows: 5000,
      last_vacuum: null,
      last_analyze: expect.stringMatching(/^\d{4}-/),
    })
    expect(big.total_bytes).toBe(big.table_bytes + big.index_bytes)
    expect(body.items.some(({ schema }: { schema: string }) => schema === 'stoa')).toBe(false)
  })

  it('are searched and sorted', async () => {
    const { body } = await meta.call('GET', '/table-sizes?search=PUBLIC.&sort=name')
    expect(names(body.items)).toEqual(['Big one', 'kept', 'small'])
  })

  it('show which tables `postgres` cannot vacuum', async () => {
    await meta.test.database.as('supabase_admin').run(sql`create table storage.of_platform ()`)
    const { body } = await meta.call('GET', '/table-sizes?search=of_platform')
    expect(body.items[0]).toMatchObject({ name: 'of_platform', can_maintain: false })
  })

  it('are read while a table is locked', async () => {
    await block()
    const { status, body } = await meta.call('GET', '/table-sizes?search=big')
    expect([status, body.items[0].name]).toEqual([200, 'Big one'])
  })

  it('of the database and of its write-ahead log are read with the replication slots', async () => {
    const { status, body } = await meta.call('GET', '/wal')
    expect([status, body.message]).toEqual([200, undefined])
    expect(body.database_bytes).toBeGreaterThan(1_000_000)
    expect(body.wal_bytes).toBeGreaterThan(0)
    expect(Array.isArray(body.slots)).toBe(true)
  })
})
