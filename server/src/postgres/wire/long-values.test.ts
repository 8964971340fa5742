import { randomBytes } from 'node:crypto'
import os from 'node:os'
import { PassThrough, Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { createCallerPool } from '../callers/pool.ts'
import { connectClient } from '../connections/connect.ts'
import { createDiskBudget } from './disk-budget.ts'
import { tapLongValues } from './long-values.ts'

const MEGABYTE = 1024 * 1024

function message(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(content.length + 4, 1)
  return Buffer.concat([head, content])
}

function dataRow(values: readonly (Buffer | null)[]): Buffer {
  const count = Buffer.alloc(2)
  count.writeInt16BE(values.length)
  const parts = values.map((value) => {
    const length = Buffer.alloc(4)
    length.writeInt32BE(value === null ? -1 : value.length)
    return Buffer.concat([length, value ?? Buffer.alloc(0)])
  })
  return message('D', Buffer.concat([count, ...parts]))
}

/**
 * Returns the bytes that pg and the taker receive for messages that arrive in chunks of `size`
 * bytes.
 */
async function pass(bytes: Buffer, size: number, isTaken: boolean) {
  const socket = new PassThrough()
  const fed: Buffer[] = []
  const taken: Buffer[] = []
  const begun: (readonly [number, number])[] = []
  socket.on('data', (chunk: Buffer) => fed.push(Buffer.from(chunk)))
  const tap = tapLongValues(socket)
  const takeLongValue = (column: number, byteLength: number) => {
    begun.push([column, byteLength])
    return new Writable({
      // Smaller than a chunk, and slow, so that the socket has to wait.
      highWaterMark: 1,
      write(chunk: Buffer, _encoding, done) {
        taken.push(Buffer.from(chunk))
        setImmediate(done)
      },
    })
  }
  if (isTaken) tap.taker = { takeLongValue }
  for (let at = 0; at < bytes.length; at += size) socket.write(bytes.subarray(at, at + size))
  socket.end()
  await finished(socket)
  return { fed: Buffer.concat(fed), taken: Buffer.concat(taken), begun }
}

const ready = message('Z', Buffer.from('I'))
const short = dataRow([Buffer.from('role'), null])
const body = randomBytes(1.5 * MEGABYTE)
const long = dataRow([Buffer.from('20'), null, body, Buffer.from('after'), null])
const emptied = dataRow([Buffer.from('20'), null, Buffer.alloc(0), Buffer.from('after'), null])

describe('a connection’s messages', () => {
  it.each([1000, 4093, 65_536, 4 * MEGABYTE])(
    'hand over a long value when they arrive in chunks of %i bytes',
    async (size) => {
      const all = Buffer.concat([short, short, long, ready, short, ready])
      const { fed, taken, begun } = await pass(all, size, true)
      expect(begun).toEqual([[2, body.length]])
      expect(taken.equals(body)).toBe(true)
      expect(fed.equals(Buffer.concat([short, short, emptied, ready, short, ready]))).toBe(true)
    },
  )

  it.each([1, 2, 3, 5, 7, 11])(
    'pass unchanged without long values, in chunks of %i bytes',
    async (size) => {
      const all = Buffer.concat([short, ready, short, short, ready])
      const { fed, begun } = await pass(all, size, true)
      expect(begun).toEqual([])
      expect(fed.equals(all)).toBe(true)
    },
  )

  it('pass unchanged when there is no taker for a long value', async () => {
    const all = Buffer.concat([short, long, ready])
    const { fed } = await pass(all, 65_536, false)
    expect(fed.equals(all)).toBe(true)
  })

  it('keep a long row with short values in one piece', async () => {
    const row = dataRow(Array.from({ length: 30 }, () => randomBytes(50_000)))
    const { fed, begun } = await pass(Buffer.concat([row, ready]), 65_536, true)
    expect(begun).toEqual([])
    expect(fed.equals(Buffer.concat([row, ready]))).toBe(true)
  })
})

describe('a long value of a statement', () => {
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
  const ask = (sql: string, mayBeLong = true) =>
    test.database.asCaller(anon, { text: sql, values: [], mayBeLong })

  it('is returned as a separate text, and the other values in the row', async () => {
    const [result] = await ask(`select 7, repeat('aé', 1000000), 'end'`)
    expect(result?.rows).toEqual([['7', '', 'end']])
    expect(result?.long?.byteLength).toBe(3_000_000)
    const read = result?.long ? await text(result.long.open()) : ''
    expect(read === 'aé'.repeat(1_000_000)).toBe(true)
  })

  it('stays in memory if it is short or the statement does not allow a long value', async () => {
    const [held] = await ask(`select repeat('a', 3000000)`, false)
    expect(held?.long).toBeUndefined()
    expect(held?.rows[0]?.[0]).toHaveLength(3_000_000)
    const [short] = await ask(`select repeat('a', 400000)`)
    expect(short?.long).toBeUndefined()
    expect(short?.rows[0]?.[0]).toHaveLength(400_000)
  })

  it('belongs to its own transaction when many share few connections', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 24 }, async (_, index) => {
        const letter = String.fromCodePoint(97 + index)
        const length = index % 3 === 0 ? 2_000_000 : 10
        const [result] = await ask(`select repeat('${letter}', ${length})`)
        const read = result?.long ? await text(result.long.open()) : result?.rows[0]?.[0]
        return read === letter.repeat(length)
      }),
    )
    expect(outcomes).toEqual(outcomes.map(() => true))
  })

  it('is discarded when the transaction fails at its end', async () => {
    const failing = `with w as (insert into pair values (1, 9) returning id)
      select repeat('a', 3000000) from w`
    await expect(ask(failing)).rejects.toMatchObject({ code: '23503' })
    expect((await ask('select count(*) from pair'))[0]?.rows).toEqual([['0']])
  })

  it('stays in memory when no file can be created', async () => {
    const { socketDir: host, password } = test
    const pool = createCallerPool({
      cancel: async () => false,
      connect: () =>
        connectClient(
          { host, port: 5432, database: 'postgres' },
          { user: 'authenticator', password, applicationName: 'test', pipeline: true },
        ),
      max: 1,
      idleMs: 30_000,
      longTexts: { folder: '/nonexistent', budget: createDiskBudget(1e9) },
    })
    const text = `select repeat('a', 3000000)`
    const [held] = await pool.run(anon, { text, values: [], mayBeLong: true })
    expect(held?.long).toBeUndefined()
    expect(held?.rows[0]?.[0]).toHaveLength(3_000_000)
    await pool.close(1000)
  })

  it('is dropped if the others have used up the disk budget, until they are read', async () => {
    const pool = createCallerPool({
      cancel: async () => false,
      connect: () =>
        connectClient(
          { host: test.socketDir, port: 5432, database: 'postgres' },
          {
            user: 'authenticator',
            password: test.password,
            applicationName: 'test',
            pipeline: true,
          },
        ),
      max: 1,
      idleMs: 30_000,
      longTexts: { folder: os.tmpdir(), budget: createDiskBudget(5_000_000) },
    })
    const long = async () =>
      (
        await pool.run(anon, { text: `select repeat('a', 3000000)`, values: [], mayBeLong: true })
      )[0]?.long
    const first = await long()
    await expect(long()).rejects.toMatchObject({ code: 'too_many_long_responses', status: 429 })
    if (first) await text(first.open())
    const second = await long()
    second?.discard()
    const third = await long()
    expect(third?.byteLength).toBe(3_000_000)
    third?.discard()
    await pool.close(1000)
  })
})
