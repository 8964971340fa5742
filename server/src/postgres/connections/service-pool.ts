import type { Client, CustomTypesConfig, QueryResult } from 'pg'
import { z } from 'zod'
import { parseList } from '../../lib/long-lists.ts'
import { createTurns, type Turns } from '../../lib/turns.ts'
import type { ServiceSession, Session, TextResult } from '../session.ts'
import { compile, type Sql } from '../sql.ts'
import { toUnavailable } from '../unavailable.ts'
import {
  closeConnections,
  giveConnection,
  newServiceConnections,
  renewConnections,
  takeConnection,
  type ServiceConnections,
  type ServiceConnectionsOptions,
} from './service-connections.ts'

type Options = ServiceConnectionsOptions & {
  /** Replaces an error of Postgres that has a known cause. */
  readonly explain?: (error: unknown) => unknown
}

export type ServicePool = {
  readonly session: ServiceSession
  load(): { readonly active: number; readonly connections: number }
  /** Ends every current connection after its work. */
  renew(): void
  close(deadlineMs: number): Promise<void>
}

type PoolState = {
  readonly connections: ServiceConnections
  readonly inTurns: Turns
  readonly explain: (error: unknown) => unknown
  /** Work that has a connection or waits for one. */
  active: number
}

const asText: CustomTypesConfig = { getTypeParser: () => (value: string | Buffer) => value }

/**
 * A small pool of ordinary connections for one service role. A statement or a transaction has a
 * connection to itself; connections end after `idleMs` without work, so a quiet project holds none.
 */
export function createServicePool({ explain = asIs, ...options }: Options): ServicePool {
  const connections = newServiceConnections(options)
  const pool: PoolState = { connections, inTurns: createTurns(), explain, active: 0 }
  return {
    session: {
      ...sessionOver(pool.inTurns, (run) =>
        withClient(pool, (client) => explained(pool, () => run(client))),
      ),
      transaction: (work, { endsConnection } = { endsConnection: false }) =>
        withClient(pool, async (client) => {
          if (endsConnection) connections.broken.add(client)
          return transact(pool, client, work)
        }),
    },
    load: () => ({ active: pool.active, connections: connections.open }),
    renew: () => renewConnections(connections),
    close: (deadlineMs) => closeConnections(connections, deadlineMs),
  }
}

async function withClient<T>(pool: PoolState, work: (client: Client) => Promise<T>): Promise<T> {
  const { connections } = pool
  pool.active += 1
  try {
    const client = await explained(pool, () => takeConnection(connections))
    try {
      return await work(client)
    } finally {
      giveConnection(connections, client)
    }
  } finally {
    pool.active -= 1
  }
}

async function transact<T>(
  pool: PoolState,
  client: Client,
  work: (tx: Session) => Promise<T>,
): Promise<T> {
  // The first statement is sent without waiting; it fails too if this does.
  sendTogether(client)
  const begun = client.query('begin')
  begun.catch(() => {})
  try {
    const result = await work(
      sessionOver(pool.inTurns, (run) => explained(pool, () => run(client))),
    )
    await explained(pool, async () => {
      await begun
      await client.query('commit')
    })
    return result
  } catch (error) {
    await client.query('rollback').catch(() => pool.connections.broken.add(client))
    throw error
  }
}

/**
 * Statements inside a transaction get explained errors too, because their callers handle them.
 */
async function explained<T>({ explain }: PoolState, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toUnavailable(error) ?? explain(error)
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

/** A session over a connection of its own, such as one that runs a member's text. */
export const overClient = (client: Client): Session =>
  sessionOver(createTurns(), (run) => run(client))

const toTextResult = (result: QueryResult<string[]>): TextResult => ({
  rows: result.rows,
  fields: result.fields.map((field) => ({ name: field.name, typeOid: field.dataTypeID })),
  rowCount: result.rowCount,
})
