import type { Client } from 'pg'
import type { z } from 'zod'
import type { Bindable, Sql, Statement } from './sql.ts'
import { createCallerLanes } from './caller-lanes.ts'
import { connectClient, type Endpoint } from './connect.ts'
import { createSessions } from './sessions.ts'

/**
 * Login roles our own services use. `authenticator` may do nothing but become the caller; the
 * administrators own their schema; `supabase_admin` is the cluster's superuser; `postgres` is the
 * project owner's role.
 */
export type ServiceRole =
  'supabase_admin' | 'postgres' | 'authenticator' | 'supabase_auth_admin' | 'supabase_storage_admin'

/** One connection or one transaction: rows pass a schema on the way in, so what comes out is typed and checked. */
export type Session = {
  many<T>(statement: Sql, row: z.ZodType<T>): Promise<T[]>
  /** Exactly one row; none or several is a fault of ours and throws. */
  one<T>(statement: Sql, row: z.ZodType<T>): Promise<T>
  maybe<T>(statement: Sql, row: z.ZodType<T>): Promise<T | undefined>
  /** Runs a statement for its effect; resolves to the number of rows it touched. */
  run(statement: Sql): Promise<number>
  /** Every value as the text Postgres prints, exact for every type. */
  text(statement: Sql): Promise<TextResult>
}

export type ServiceSession = Session & {
  /** Commits when `work` resolves, rolls back when it rejects. */
  transaction<T>(work: (tx: Session) => Promise<T>): Promise<T>
}

/** What a data-plane transaction runs as; each entry becomes a transaction-local setting. */
export type CallerContext = {
  readonly role: string
  /** Other settings, such as `request.jwt.claims` or `search_path`. */
  readonly settings: Readonly<Record<string, string>>
  readonly isReadOnly: boolean
}

export type CallerStatement = Statement & {
  /** Names a statement to be prepared once a connection and reused; leave out for one-off text. */
  readonly name?: string
}

/** Rows of text, in the statement's column order. */
export type TextRow = readonly (string | null)[]
export type TextResult = {
  readonly rows: readonly TextRow[]
  readonly fields: readonly { readonly name: string; readonly typeOid: number }[]
  readonly rowCount: number | null
}

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
  /** A connection of its own for work a pool cannot serve (LISTEN, COPY, cancelable user SQL). The taker ends it. */
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
}

export function createDatabase(options: DatabaseOptions): Database {
  const connect = (role: ServiceRole, applicationName: string, pipeline = false) =>
    connectClient(options.endpoint, {
      ...options.login(role),
      applicationName,
      pipeline,
    })
  const lanes = createCallerLanes({
    connect: () => connect('authenticator', 'stoa-data-api', true),
    max: options.maxCallerConnections,
    idleMs: options.idleMs,
  })
  const sessions = new Map<ServiceRole, ReturnType<typeof createSessions>>()
  const sessionsOf = (role: ServiceRole) => {
    let found = sessions.get(role)
    if (!found) {
      found = createSessions({
        connect: () => connect(role, `stoa-${role}`),
        max: options.maxServiceConnections,
        idleMs: options.idleMs,
      })
      sessions.set(role, found)
    }
    return found
  }
  return {
    as: (role) => sessionsOf(role).session,
    asCaller: lanes.run,
    connect: (role, applicationName) => connect(role, applicationName),
    load() {
      const loads = [lanes.load(), ...[...sessions.values()].map((pool) => pool.load())]
      return {
        active: loads.reduce((sum, load) => sum + load.active, 0),
        connections: loads.reduce((sum, load) => sum + load.connections, 0),
      }
    },
    async close(deadlineMs = 5000) {
      await Promise.all([
        lanes.close(deadlineMs),
        ...[...sessions.values()].map((pool) => pool.close(deadlineMs)),
      ])
    },
  }
}

export const bindValues = (values: readonly Bindable[]): unknown[] => [...values]
