import { existsSync } from 'node:fs'
import { readdir, readlink } from 'node:fs/promises'
import os from 'node:os'
import { text as textOf } from 'node:stream/consumers'
import type { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { createCallerPool } from './pool.ts'
import { connectClient } from '../connections/connect.ts'
import { createDiskBudget } from '../wire/disk-budget.ts'
import { sql, type Bindable } from '../sql.ts'

let test: TestProject

beforeAll(async () => {
  test = await createTestProject()
  await test.run(`
    create table pair (id int primary key, other int references pair (id) deferrable initially deferred);
    grant all on pair to anon;
  `)
})
afterAll(() => test.stop())

const anon = { role: 'anon', settings: {}, isReadOnly: false }
const run = (text: string, values: readonly Bindable[] = [], name?: string) =>
  test.database.asCaller(anon, { text, values, ...(name !== undefined && { name }) })

describe('a transaction in one batch', () => {
  it('is rolled back when a deferred constraint fails at its end', async () => {
    await expect(run('insert into pair values (1, 9)')).rejects.toMatchObject({ code: '23503' })
    const [left] = await run('select count(*) from pair')
    expect(left?.rows).toEqual([['0']])
  })

  it('refuses to write in a read-only transaction', async () => {
    const reading = { ...anon, isReadOnly: true }
    await expect(
      test.database.asCaller(reading, { text: 'insert into pair values (1, 1)', values: [] }),
    ).rejects.toMatchObject({ code: '25006' })
  })

  it('uses the requested isolation level for that transaction only', async () => {
    const level = "select current_setting('transaction_isolation'), current_user"
    const isolated = (isolation: 'repeatable read' | 'serializable', isReadOnly: boolean) =>
      test.database.asCaller(
        { ...anon, isolation, isReadOnly },
        { text: level, values: [], name: 'level' },
        [{ text: 'select 2', values: [] }],
      )
    for (const isReadOnly of [true, false]) {
      const [first, second, ...more] = await isolated('serializable', isReadOnly)
      expect(first?.rows).toEqual([['serializable', 'anon']])
      expect(second?.rows).toEqual([['2']])
      expect(more).toEqual([])
    }
    expect((await isolated('repeatable read', true))[0]?.rows).toEqual([
      ['repeatable read', 'anon'],
    ])
    expect((await run(level, [], 'level'))[0]?.rows).toEqual([['read committed', 'anon']])
  })

  it('applies more settings than a Postgres function takes arguments', async () => {
    const names = Array.from({ length: 230 }, (_, index) => `own.s${index}`)
    const settings = Object.fromEntries(names.map((name) => [name, `${name} is set`]))
    const [result] = await test.database.asCaller(
      { ...anon, settings },
      { text: 'select current_setting(name) from unnest($1::text[]) as name', values: [names] },
    )
    expect(result?.rows.flat()).toEqual(Object.values(settings))
  })

  it('keeps few statements prepared, however many sets of settings callers have', async () => {
    for (let count = 0; count < 300; count += 1)
      await test.database.asCaller(
        { ...anon, settings: { [`own.set${count}`]: 'value' } },
        { text: 'select 1', values: [] },
      )
    const [result] = await run('select count(*)::int <= 250 from pg_prepared_statements')
    expect(result?.rows).toEqual([['t']])
  })

  it('runs no statement for a role that does not exist', async () => {
    const nobody = { ...anon, role: 'nobody' }
    await expect(
      test.database.asCaller(nobody, { text: 'select 1', values: [], name: 'one' }),
    ).rejects.toMatchObject({ code: '22023' })
    expect((await run('select 1', [], 'one'))[0]?.rows).toEqual([['1']])
  })

  it('prepares a statement again that an earlier failed transaction did not prepare', async () => {
    const nobody = { ...anon, role: 'nobody' }
    const statement = { text: 'select $1::text', values: ['x'], name: 'again' }
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) =>
        test.database.asCaller(index % 4 === 0 ? nobody : anon, statement),
      ),
    )
    expect(outcomes.map(({ status }) => status)).toEqual(
      outcomes.map((_, index) => (index % 4 === 0 ? 'rejected' : 'fulfilled')),
    )
  })

  it('returns the columns of a prepared statement on every run', async () => {
    for (let time = 0; time < 3; time += 1) {
      const [result] = await run('select 1 as a, $1::text as b', ['x'], 'columns')
      expect(result?.fields.map(({ name }) => name)).toEqual(['a', 'b'])
    }
  })

  it('binds every kind of value', async () => {
    const [result] = await run(
      'select $1::int + 1, $2::boolean, $3::text, $4::bytea, $5::text[], $6::timestamptz at time zone $7, $8::int8',
      [
        41,
        true,
        null,
        Buffer.from('é'),
        ['a,b', '"q"', String.raw`\s`, 'null'],
        new Date(0),
        'UTC',
        9n,
      ],
    )
    expect(result?.rows).toEqual([
      [
        '42',
        't',
        null,
        String.raw`\xc3a9`,
        String.raw`{"a,b","\"q\"","\\s","null"}`,
        '1970-01-01 00:00:00',
        '9',
      ],
    ])
  })

  it('sends values far larger than its buffer', async () => {
    const large = 'ü'.repeat(3_000_000)
    const [result] = await run('select length($1), $1 = $2', [large, large])
    expect(result?.rows).toEqual([['3000000', 't']])
  })

  it('returns the number of rows a statement changed', async () => {
    const [result] = await run('insert into pair select g, g from generate_series(1, 7) as g')
    expect(result?.rowCount).toBe(7)
  })

  it('refuses COPY without breaking the connection', async () => {
    await expect(run('copy pair from stdin')).rejects.toMatchObject({ code: '57014' })
    expect((await run('select 1'))[0]?.rows).toEqual([['1']])
  })
})

describe('quick reads', () => {
  const reader = { ...anon, isReadOnly: true }
  /** A read that reports how many seconds it took. */
  async function read(name: string, columns: string, took = 0.00001, values: Bindable[] = []) {
    const text = `select pg_backend_pid(), ${took}::float8, ${columns}`
    const statement = { name, text, values, tookAt: 1, mayRunTwice: true, mayBeLong: true }
    const [result] = await test.database.asCaller(reader, statement)
    const [pid, , value] = result?.rows[0] ?? []
    return { pid, value, long: result?.long }
  }
  const sleep = (seconds: number) => read('sleep', 'pg_sleep($1)', 0.00001, [seconds])
  async function settle() {
    await expect.poll(() => test.database.load().active).toBe(0)
  }

  /** Starts a slow read that is expected to be quick, and queues `ask` after it. */
  async function behindASlowOne<Answer>(ask: () => Promise<Answer>) {
    const { pid } = await sleep(0)
    const slow = sleep(600).catch((error: unknown) => error)
    const answer = await ask()
    await test.run(`select pg_cancel_backend(${pid})`, 'supabase_admin')
    expect(await slow).toMatchObject({ code: '57014' })
    await settle()
    return { pid, answer }
  }

  /** Opens a second connection, so that the pool has a choice. */
  async function openSecond() {
    await Promise.all([run('select 1'), run('select 1')])
    await expect.poll(() => test.database.load().connections).toBeGreaterThan(1)
  }

  it('share a connection that is already busy', async () => {
    await openSecond()
    const { pid } = await read('quick', '$1::text', 0.00001, ['first'])
    const values = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    const ask = (value: string) => read('quick', '$1::text', 0.00001, [value])
    // If this process stalls between two reads, the first one seems slow.
    await expect
      .poll(() => Promise.all(values.map(ask)))
      .toEqual(values.map((value) => ({ pid, value, long: undefined })))
  })

  it('get separate connections once they are slow', async () => {
    await openSecond()
    await read('heavy', '1', 1)
    const slow = Promise.all([read('heavy', '1', 1), read('heavy', '1', 1)])
    const pids = (await slow).map(({ pid }) => pid)
    expect(new Set(pids).size).toBe(2)
  })

  it('are retried on another connection when one ahead of them is slow', async () => {
    await read('quick', '$1::text', 0.00001, ['known'])
    const { pid, answer } = await behindASlowOne(() =>
      Promise.all(['x', 'y'].map((value) => read('quick', '$1::text', 0.00001, [value]))),
    )
    expect(answer.map(({ value }) => value)).toEqual(['x', 'y'])
    for (const each of answer) expect(each.pid).not.toBe(pid)
  })

  it('leave an idle connection to a write, which never runs twice', async () => {
    await test.run('create table written (id int); grant all on written to anon')
    const insert = () => run('insert into written values (1) returning pg_backend_pid()', [], 'w')
    await openSecond()
    const { pid } = await sleep(0)
    const slow = sleep(0.2)
    const [first] = await Promise.all([insert(), insert(), insert(), slow])
    expect(first[0]?.rows[0]?.[0]).not.toBe(pid)
    const [count] = await run('select count(*) from written')
    expect(count?.rows).toEqual([['3']])
  })

  // Linux lists the open files of a process.
  describe.runIf(existsSync('/proc/self/fd'))('of long texts', () => {
    const openTexts = async () => {
      const names = await readdir('/proc/self/fd')
      const files = names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => ''))
      return (await Promise.all(files)).filter((file) => file.includes('/.long-'))
    }

    it('discard the second of two long texts', async () => {
      const long = () => read('long', "repeat('x', 2000000)")
      const known = await long()
      known.long?.discard()
      const { pid, answer } = await behindASlowOne(long)
      expect(answer.pid).not.toBe(pid)
      expect(answer.long && (await textOf(answer.long.open()))).toHaveLength(2_000_000)
      await expect.poll(openTexts).toEqual([])
    })

    it('discard a long text that arrives after the first attempt has failed', async () => {
      const holder = await test.database.connect('authenticator', 'holder')
      const locked = () =>
        read('locked', "repeat('x', 2000000) || pg_advisory_xact_lock_shared(77)::text")
      const known = await locked()
      known.long?.discard()
      await holder.query('select pg_advisory_lock(77)')
      const { pid } = await sleep(0)
      const slow = sleep(600).catch(() => {})
      const answer = locked().catch(() => {})
      const waiting = "select from pg_locks where locktype = 'advisory' and not granted"
      await expect.poll(async () => (await holder.query(waiting)).rowCount).toBe(1)
      await test.run(`select pg_terminate_backend(${pid})`, 'supabase_admin')
      await slow
      await holder.end()
      // If this process stalled, the read got its own connection and succeeded.
      const late = await answer
      late?.long?.discard()
      await settle()
      await expect.poll(openTexts).toEqual([])
    })
  })
})

describe('quick calls and writes', () => {
  /** Runs a statement that reports a quick duration and must not run twice. */
  async function call(name: string, column: string, value: Bindable, isReadOnly = true) {
    const text = `select pg_backend_pid(), 0.00001::float8, ${column}`
    const statement = { name, text, values: [value], tookAt: 1 }
    const [result] = await test.database.asCaller({ ...anon, isReadOnly }, statement)
    return result?.rows[0]?.[0]
  }
  const pidsOf = async (calls: readonly Promise<unknown>[]) =>
    new Set(await Promise.all(calls)).size

  it('share a connection', async () => {
    await call('brief', '$1::int', 0)
    await expect
      .poll(() => pidsOf([1, 2, 3, 4].map((value) => call('brief', '$1::int', value))))
      .toBe(1)
  })

  it('have separate connections once one of them was slow', async () => {
    const asks = (seconds: number) => call('drowsy', 'pg_sleep($1)', seconds)
    await asks(0)
    await expect
      .poll(async () => {
        await asks(0.1)
        return pidsOf([asks(0), asks(0), asks(0)])
      })
      .toBe(3)
  })

  it('wait after a few that are blocked, and run once', async () => {
    await test.run(`
      create table once (id int);
      create function write_once(lock int) returns void language sql as
        'select pg_advisory_xact_lock_shared(lock); insert into once values (lock)';
      grant all on once to anon`)
    const holder = await test.database.connect('authenticator', 'holder')
    const write = (lock: number) => call('once', 'write_once($1)', lock, false)
    await write(80)
    await holder.query('select pg_advisory_lock(79)')
    let ended = 0
    const count = () => (ended += 1)
    const blocked = Array.from({ length: 2 }, () => write(79))
    const later: Promise<unknown>[] = []
    await expect
      .poll(() => {
        later.push(write(80).then(count))
        return ended
      })
      .toBeGreaterThan(2)
    await holder.end()
    await Promise.all([...blocked, ...later])
    const [written] = await run('select count(*) from once')
    expect(written?.rows).toEqual([[`${1 + blocked.length + later.length}`]])
  })
})

describe('slow statements of anonymous callers', () => {
  it('leave connections for everybody else', async () => {
    const holder = await test.database.connect('authenticator', 'holder')
    await holder.query('select pg_advisory_lock(78)')
    const text = 'select 0.00001::float8'
    const known = { name: 'known', text, values: [], tookAt: 0, mayRunTwice: true }
    const reader = { ...anon, isReadOnly: true }
    await test.database.asCaller(reader, known)
    const locked = 'select pg_advisory_xact_lock_shared(78)'
    const patient = { ...anon, settings: { statement_timeout: '0' } }
    // On a busy machine, some of them wait too long and are refused.
    const slow = Promise.allSettled(
      Array.from({ length: 100 }, () =>
        test.database.asCaller(patient, { text: locked, values: [] }),
      ),
    )
    const waiting = "select from pg_locks where locktype = 'advisory' and not granted"
    await expect.poll(async () => (await holder.query(waiting)).rowCount).toBeGreaterThan(1)
    const unseen = { ...known, name: 'unseen' }
    for (const [context, statement] of [
      [reader, known],
      [reader, unseen],
      [
        { ...anon, role: 'service_role' },
        { text: 'select 1', values: [] },
      ],
      [
        { ...anon, role: 'authenticated' },
        { text: 'select 1', values: [] },
      ],
    ] as const)
      expect(await test.database.asCaller(context, statement)).toHaveLength(1)
    await holder.end()
    expect(await slow).toHaveLength(100)
  })
})

describe('closing', () => {
  const options = {
    max: 2,
    idleMs: 60_000,
    longTexts: { folder: os.tmpdir(), budget: createDiskBudget(1e9) },
  }
  const open = () => {
    const clients: Client[] = []
    const pool = createCallerPool({
      ...options,
      cancel: async () => false,
      async connect() {
        const client = await connectClient(
          { host: test.socketDir, port: 5432, database: 'postgres' },
          { user: 'authenticator', password: test.password, applicationName: 'x', pipeline: true },
        )
        clients.push(client)
        return client
      },
    })
    return { pool, clients }
  }
  const statement = (text: string) => ({ text, values: [] })

  it('ends a connection whose query runs past the deadline', async () => {
    const { pool, clients } = open()
    const unlimited = { ...anon, settings: { statement_timeout: '0' } }
    const busy = pool
      .run(unlimited, statement('select pg_sleep(600)'))
      .catch((error: unknown) => error)
    await expect.poll(() => clients).toHaveLength(1)
    await pool.close(1)
    expect(await busy).toBeInstanceOf(Error)
    expect(pool.load()).toEqual({ active: 0, connections: 0 })
  })

  it('cancels what runs when it is interrupted, and accepts nothing more', async () => {
    const { pool } = open()
    const busy = pool
      .run({ ...anon, settings: { statement_timeout: '0' } }, statement('select pg_sleep(601)'))
      .catch((error: unknown) => error)
    const sleeping = sql`
      select 1 from pg_stat_activity
      where query = 'select pg_sleep(601)' and wait_event = 'PgSleep'`
    const watcher = test.database.as('supabase_admin')
    await expect.poll(() => watcher.maybe(sleeping, z.unknown())).toBeDefined()
    await pool.interrupt()
    expect(await busy).toMatchObject({ code: '57014' })
    await expect(pool.run(anon, statement('select 1'))).rejects.toMatchObject({
      code: 'database_stopping',
    })
    await pool.close(1)
  })

  it('ends a connection that finishes opening after the close', async () => {
    const { pool } = open()
    const late = pool.run(anon, statement('select 1')).catch((error: unknown) => error)
    await pool.close(0)
    expect(await late).toMatchObject({ code: 'database_stopping' })
    expect(pool.load().connections).toBe(0)
  })
})
