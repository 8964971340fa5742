import type { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { createServicePool } from './service-pool.ts'
import { sql } from '../sql.ts'

let test: TestProject
beforeAll(async () => {
  test = await createTestProject()
})
afterAll(() => test.stop())

const One = z.object({ one: z.literal(1) })
const one = sql`select 1 as one`

/** A pool of real connections, with a hook that runs when a connection is told to end. */
function createPool(options: { max: number; idleMs: number; onEnd?: () => void }) {
  const clients: Client[] = []
  const pool = createServicePool({
    max: options.max,
    idleMs: options.idleMs,
    async connect() {
      const client = await test.database.connect('postgres', 'pool')
      const end = client.end.bind(client)
      clients.push(client)
      return Object.assign(client, {
        end: () => {
          const ended = end()
          options.onEnd?.()
          return ended
        },
      })
    },
  })
  return { pool, clients, session: pool.session }
}

describe('a service pool', () => {
  it('runs a query that arrives while the idle timer ends the last connection', async () => {
    let onEnd = () => {}
    const ending = new Promise<unknown>((resolve) => {
      onEnd = () => resolve(session.one(one, One).catch((error: unknown) => error))
    })
    const { pool, session } = createPool({ max: 2, idleMs: 1, onEnd: () => onEnd() })
    await session.one(one, One)
    expect(await ending).toEqual({ one: 1 })
    onEnd = () => {}
    await pool.close(1000)
  })

  it('does not reuse the connection of a transaction that ends it', async () => {
    const { pool, clients, session } = createPool({ max: 1, idleMs: 60_000 })
    const read = await session.transaction((tx) => tx.one(one, One), { endsConnection: true })
    expect(read).toEqual({ one: 1 })
    await session.one(one, One)
    expect(clients).toHaveLength(2)
    expect(pool.load()).toEqual({ active: 0, connections: 1 })
    await pool.close(1000)
  })

  it('ends a connection whose rollback failed', async () => {
    const { pool, clients, session } = createPool({ max: 1, idleMs: 60_000 })
    await session.one(one, One)
    const [client] = clients
    const query = client?.query.bind(client)
    if (!client || !query) throw new Error('No connection was opened')
    const failing = (text: string) =>
      text === 'rollback' ? Promise.reject(new Error('no rollback')) : query(text)
    Object.assign(client, { query: failing })
    await expect(
      session.transaction(() => Promise.reject(new Error('the work failed'))),
    ).rejects.toThrow('the work failed')
    // The only place in the pool is free again for a new connection.
    expect(await session.one(one, One)).toEqual({ one: 1 })
    expect(clients).toHaveLength(2)
    await pool.close(1000)
  })

  it('ends busy connections and refuses those still waiting at the close deadline', async () => {
    const { pool, clients, session } = createPool({ max: 1, idleMs: 60_000 })
    const busy = session.run(sql`select pg_sleep(600)`).catch((error: unknown) => error)
    await expect.poll(() => clients).toHaveLength(1)
    const waiting = session.one(one, One).catch((error: unknown) => error)
    await pool.close(1)
    expect(await waiting).toMatchObject({ code: 'database_stopping' })
    expect(await busy).toBeInstanceOf(Error)
    await expect.poll(() => pool.load()).toEqual({ active: 0, connections: 0 })
  })

  it('refuses work when too much of it waits for a connection', async () => {
    const { pool, session } = createPool({ max: 1, idleMs: 60_000 })
    const all = Array.from({ length: 502 }, () => session.one(one, One))
    const refused = (await Promise.allSettled(all)).filter(({ status }) => status === 'rejected')
    expect(refused).toMatchObject([{ reason: { code: 'database_busy', status: 503 } }])
    await pool.close(1000)
  })

  it('ends every idle connection when it closes, without waiting for the deadline', async () => {
    const { pool, clients, session } = createPool({ max: 4, idleMs: 60_000 })
    await Promise.all(Array.from({ length: 4 }, () => session.one(one, One)))
    expect(clients).toHaveLength(4)
    // With a deadline beyond the test's own, a connection that is left open fails the test.
    await pool.close(3_600_000)
    expect(pool.load().connections).toBe(0)
  })

  it('ends a connection that finishes opening after the pool has closed', async () => {
    const { pool, session } = createPool({ max: 1, idleMs: 60_000 })
    const late = session.one(one, One).catch((error: unknown) => error)
    await pool.close(0)
    expect(await late).toMatchObject({ code: 'database_stopping' })
    expect(pool.load()).toEqual({ active: 0, connections: 0 })
  })
})
