import type { Client, CustomTypesConfig, QueryResult } from 'pg'
import { z } from 'zod'
import { endClient } from './connect.ts'
import { parseList } from '../../lib/long-lists.ts'
import { createTurns, type Turns } from '../../lib/turns.ts'
import { databaseBusy } from './database-busy.ts'
import { databaseStopping } from './database-stopping.ts'
import type { ServiceSession, Session, TextResult } from '../session.ts'
import { compile, type Sql } from '../sql.ts'
import { toUnavailable } from '../unavailable.ts'

type Options = {
  connect: () => Promise<Client>
  max: number
  idleMs: number
  /** Replaces an error of Postgres that has a known cause. */
  explain?: (error: unknown) => unknown
}
const asText: CustomTypesConfig = { getTypeParser: () => (value: string | Buffer) => value }

type Idle = { client: Client; timer: NodeJS.Timeout }
/** Work that waits for a connection; more is refused. */
const MAX_WAITING = 500
type Waiter = { resolve: (client: Client) => void; reject: (error: unknown) => void }

/**
 * A small pool of ordinary connections for one service role. A statement or a transaction has a
 * connection to itself; connections end after `idleMs` without work, so a quiet project holds none.
 */
export function createServicePool({ connect, max, idleMs, explain = asIs }: Options) {
  const inTurns = createTurns()
  const idle: Idle[] = []
  const waiting: Waiter[] = []
  /** Connections that have failed or are ending, and must not be reused. */
  const broken = new WeakSet<Client>()
  const clients = new Set<Client>()
  /** Connections open and being opened. */
  let open = 0
  let active = 0
  let isClosing = false
  let isClosed = false

  async function take(): Promise<Client> {
    if (isClosing) throw databaseStopping()
    for (let found = idle.pop(); found; found = idle.pop()) {
      clearTimeout(found.timer)
      if (!broken.has(found.client)) return found.client
    }
    if (open >= max && waiting.length >= MAX_WAITING) throw databaseBusy()
    if (open >= max) return new Promise((resolve, reject) => waiting.push({ resolve, reject }))
    return openClient()
  }

  async function openClient(): Promise<Client> {
    open += 1
    try {
      const client = await connect()
      if (isClosed) {
        await endClient(client)
        throw databaseStopping()
      }
      clients.add(client)
      client.once('end', () => forget(client))
      client.once('error', () => broken.add(client))
      return client
    } catch (error) {
      open -= 1
      serveWaiting()
      throw error
    }
  }

  function forget(client: Client) {
    broken.add(client)
    clients.delete(client)
    open -= 1
    removeIdle(client)
    serveWaiting()
  }

  function removeIdle(client: Client) {
    const at = idle.findIndex((entry) => entry.client === client)
    if (at >= 0) clearTimeout(idle.splice(at, 1)[0]?.timer)
  }

  // A connection ended while a caller waits for one: open another for that caller.
  function serveWaiting() {
    if (open >= max) return
    const next = waiting.shift()
    if (next) openClient().then(next.resolve, next.reject)
  }

  function give(client: Client) {
    if (broken.has(client)) return void discard(client)
    const next = waiting.shift()
    if (next) return next.resolve(client)
    if (isClosing) return void discard(client)
    const timer = setTimeout(() => void discard(client), idleMs)
    timer.unref()
    idle.push({ client, timer })
  }

  /** The connection leaves the pool at once; its `end` event comes only after a round trip. */
  async function discard(client: Client): Promise<void> {
    broken.add(client)
    removeIdle(client)
    await endClient(client)
  }

  async function withClient<T>(work: (client: Client) => Promise<T>): Promise<T> {
    active += 1
    try {
      const client = await explained(take)
      try {
        return await work(client)
      } finally {
        give(client)
      }
    } finally {
      active -= 1
    }
  }

  /**
   * Statements inside a transaction get explained errors too, because their callers handle them.
   */
  async function explained<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw toUnavailable(error) ?? explain(error)
    }
  }

  const session: ServiceSession = {
    ...sessionOver(inTurns, (run) => withClient((client) => explained(() => run(client)))),
    transaction: (work, { endsConnection } = { endsConnection: false }) =>
      withClient(async (client) => {
        if (endsConnection) broken.add(client)
        // The first statement is sent without waiting; it fails too if this does.
        sendTogether(client)
        const begun = client.query('begin')
        begun.catch(() => {})
        try {
          const result = await work(sessionOver(inTurns, (run) => explained(() => run(client))))
          await explained(async () => {
            await begun
            await client.query('commit')
          })
          return result
        } catch (error) {
          await client.query('rollback').catch(() => broken.add(client))
          throw error
        }
      }),
  }

  return {
    session,
    load: () => ({ active, connections: open }),
    /** Ends every current connection after its work. */
    renew() {
      for (const client of clients) broken.add(client)
      // `discard` takes a connection out of the list.
      for (const { client } of idle.slice()) void discard(client)
    },
    async close(deadlineMs: number) {
      isClosing = true
      const end = performance.now() + deadlineMs
      // `discard` changes the list, so this iterates over a copy.
      await Promise.all([...idle].map(({ client }) => discard(client)))
      while (open > 0 && performance.now() < end) await new Promise((done) => setTimeout(done, 10))
      isClosed = true
      for (const { reject } of waiting.splice(0)) reject(databaseStopping())
      await Promise.all([...clients].map(discard))
    },
  }
}

const asIs = (error: unknown) => error

/**
 * Writes all queries of one turn of the event loop at once, because a write costs more than a
 * query.
 */
function sendTogether({ connection: { stream } }: Client): void {
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/**
 * A session over any source of connections: a pool for single statements, one client for a
 * transaction.
 */
function sessionOver(
  inTurns: Turns,
  using: <T>(work: (client: Client) => Promise<T>) => Promise<T>,
): Session {
  const query = (statement: Sql) => {
    const { values, ...config } = compile(statement)
    return using((client) => {
      sendTogether(client)
      return client.query<Record<string, unknown>>({ ...config, values: [...values] })
    })
  }
  return {
    many: async (statement, row) => inTurns(parseList((await query(statement)).rows, row)),
    async one(statement, row) {
      const { rows } = await query(statement)
      if (rows.length !== 1) throw new Error(`Expected one row, got ${rows.length}`)
      return z.parse(row, rows[0])
    },
    async maybe(statement, row) {
      const { rows } = await query(statement)
      if (rows.length > 1) throw new Error(`Expected at most one row, got ${rows.length}`)
      return rows[0] === undefined ? undefined : z.parse(row, rows[0])
    },
    run: async (statement) => (await query(statement)).rowCount ?? 0,
    async text(statement) {
      const { text, values } = compile(statement)
      const config = { text, values: [...values], rowMode: 'array' as const, types: asText }
      return toTextResult(await using((client) => client.query<string[]>(config)))
    },
  }
}

const toTextResult = (result: QueryResult<string[]>): TextResult => ({
  rows: result.rows,
  fields: result.fields.map((field) => ({ name: field.name, typeOid: field.dataTypeID })),
  rowCount: result.rowCount,
})
