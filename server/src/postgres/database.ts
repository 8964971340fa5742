import os from 'node:os'
import { DatabaseError, type Client } from 'pg'
import { AppError } from '../lib/errors.ts'
import type { CallerContext, CallerStatement } from './caller.ts'
import { createCallerPool } from './caller-pool.ts'
import { connectClient, type Endpoint } from './connect.ts'
import { createListener, type Subscription } from './listener.ts'
import type { ServiceRole, ServiceSession, TextResult } from './session.ts'
import { createServicePool } from './service-pool.ts'

export type { CallerContext, CallerStatement } from './caller.ts'
export type { Subscription } from './listener.ts'
export type { LongText } from './long-text.ts'
export type { ServiceRole, ServiceSession, Session, TextResult, TextRow } from './session.ts'

/** One project's Postgres, as everything above this layer reaches it. Connections open on demand and close when idle. */
export type Database = {
  /** Service access: say why in the line above each call. */
  as(role: ServiceRole): ServiceSession
  /**
   * The one door for the data plane: a transaction with role and settings set local, in one network
   * round trip. Rejects with the first failing statement's `pg.DatabaseError`; then nothing of it
   * was committed. `after` statements run in the same transaction, behind the main one.
   */
  asCaller(
    context: CallerContext,
    statement: CallerStatement,
    after?: readonly CallerStatement[],
  ): Promise<readonly TextResult[]>
  /** Hears of notifications, over one connection that all subscribers share. */
  listen(channels: readonly string[], heard: () => void): Subscription
  /** A connection of its own for work a pool cannot serve (COPY, cancelable user SQL). The taker ends it. */
  connect(role: ServiceRole, applicationName: string): Promise<Client>
  /** Queries in flight and connections open, for idleness and health. */
  load(): { readonly active: number; readonly connections: number }
  /** Ends idle connections at once and waits for busy ones, at most `deadlineMs`. */
  close(deadlineMs?: number): Promise<void>
}

export type DatabaseOptions = {
  readonly endpoint: Endpoint
  /** The account each service role signs in with: itself, or on a borrowed server the one account given. */
  readonly login: (role: ServiceRole) => { readonly user: string; readonly password: string }
  readonly maxCallerConnections: number
  readonly maxServiceConnections: number
  readonly idleMs: number
  /** Where values too long to be held wait for their reader; a folder on a disk. The system's own when absent. */
  readonly longTextFolder?: string
}

const WRONG_PASSWORD = '28P01'

export function createDatabase(options: DatabaseOptions): Database {
  const connect = (role: ServiceRole, applicationName: string, pipeline = false) =>
    connectClient(options.endpoint, {
      ...options.login(role),
      applicationName,
      pipeline,
    }).catch((error: unknown) => {
      // The owner may have changed the password with SQL.
      if (role === 'postgres' && error instanceof DatabaseError && error.code === WRONG_PASSWORD)
        throw passwordChanged(error)
      throw error
    })
  const callers = createCallerPool({
    connect: () => connect('authenticator', 'stoa-data-api', true),
    max: options.maxCallerConnections,
    idleMs: options.idleMs,
    longTextFolder: options.longTextFolder ?? os.tmpdir(),
  })
  // As authenticator, which may listen and do nothing else by itself.
  const listener = createListener(() => connect('authenticator', 'stoa-listener'))
  const pools = new Map<ServiceRole, ReturnType<typeof createServicePool>>()
  const poolOf = (role: ServiceRole) => {
    let found = pools.get(role)
    if (!found) {
      found = createServicePool({
        connect: () => connect(role, `stoa-${role}`),
        max: options.maxServiceConnections,
        idleMs: options.idleMs,
      })
      pools.set(role, found)
    }
    return found
  }
  return {
    as: (role) => poolOf(role).session,
    asCaller: callers.run,
    listen: listener.subscribe,
    connect: (role, applicationName) => connect(role, applicationName),
    load() {
      const loads = [callers.load(), ...[...pools.values()].map((pool) => pool.load())]
      return {
        active: loads.reduce((sum, load) => sum + load.active, 0),
        connections: loads.reduce((sum, load) => sum + load.connections, 0),
      }
    },
    async close(deadlineMs = 5000) {
      await Promise.all([
        listener.close(),
        callers.close(deadlineMs),
        ...[...pools.values()].map((pool) => pool.close(deadlineMs)),
      ])
    },
  }
}

const passwordChanged = (cause: unknown) =>
  new AppError(
    'database_password_changed',
    'The database password was changed with SQL, and the dashboard does not know the new one.',
    {
      status: 409,
      hint: 'Set a password in the project’s database settings; then it works again.',
      cause,
    },
  )
