import type { Socket } from 'node:net'
import os from 'node:os'
import { DatabaseError, type Client } from 'pg'
import { AppError } from '../lib/errors.ts'
import type { CallerContext, CallerStatement } from './callers/caller.ts'
import { createCallerPool } from './callers/pool.ts'
import { openClusterSocket, type ClusterSocket } from './clusters/socket.ts'
import { cancelStatement } from './connections/cancel-statement.ts'
import { connectClient, type ClientOptions, type Endpoint } from './connections/connect.ts'
import { createDiskBudget } from './wire/disk-budget.ts'
import type { Account } from './engines/account.ts'
import { isDamage, sqlstateOf } from './failures.ts'
import { createListener, type Subscription } from './connections/listener.ts'
import type { LongTexts } from './wire/long-text.ts'
import type { ServiceRole, ServiceSession, TextResult } from './session.ts'
import { toUnavailable } from './unavailable.ts'
import { createServicePool } from './connections/service-pool.ts'

export type { CallerContext, CallerStatement } from './callers/caller.ts'
export type { ClusterSocket } from './clusters/socket.ts'
export type { Subscription } from './connections/listener.ts'
export type { LongText } from './wire/long-text.ts'
export type {
  MemberRole,
  ServiceRole,
  ServiceSession,
  Session,
  TextResult,
  TextRow,
} from './session.ts'

/**
 * The Postgres of one project, as all higher layers use it. Connections open on demand and close
 * when idle.
 */
export type Database = {
  /** Service access. Each call explains its reason in the line above. */
  as(role: ServiceRole): ServiceSession
  /**
   * The only way for the data plane to run SQL: a transaction with role and settings set locally,
   * in one network round trip. Rejects with the `pg.DatabaseError` of the first failing statement;
   * then nothing was committed. The `after` statements run in the same transaction, after the main
   * one.
   */
  asCaller(
    context: CallerContext,
    statement: CallerStatement,
    after?: readonly CallerStatement[],
  ): Promise<readonly TextResult[]>
  /** Subscribes to notifications. All subscribers share one connection. */
  listen(channels: readonly string[], heard: () => void): Subscription
  /**
   * A separate connection for work that a pool cannot do (COPY, cancelable user SQL). The caller
   * ends it.
   */
  connect(role: ServiceRole, applicationName: string): Promise<Client>
  /**
   * A superuser's connection for what the whole cluster shares, such as roles and settings. It uses
   * a database that the project's owner can neither change nor rename, so it works even if the
   * project's own database is gone. End it soon, because `create database` waits for its end.
   */
  administer(applicationName: string): Promise<Client>
  /** A connection for logical replication. The caller ends it. */
  replicate(role: ServiceRole, applicationName: string): Promise<Client>
  /**
   * Listens on a Unix socket that this Postgres can connect to: a foreign server uses the folder as
   * its host, and the port. The caller asks clients for a password, and closes the listener before
   * the database.
   */
  openSocket(port: number, onConnection: (socket: Socket) => void): Promise<ClusterSocket>
  /** Replaces the connections of the services' roles, each once it is idle. */
  renewConnections(): void
  /** Running queries and open connections, which show whether the database is idle and healthy. */
  load(): { readonly active: number; readonly connections: number }
  /** Accepts no more transactions of callers, and cancels those that run or wait. */
  interrupt(): Promise<void>
  /** Ends idle connections at once and waits at most `deadlineMs` for busy ones. */
  close(deadlineMs?: number): Promise<void>
}

export type DatabaseOptions = {
  readonly endpoint: Endpoint
  /** The account of the cluster; undefined means the server's. */
  readonly account?: Account | undefined
  /**
   * The account that each service role signs in with: the role itself, or the single account of an
   * external server.
   */
  readonly login: (role: ServiceRole) => { readonly user: string; readonly password: string }
  readonly maxCallerConnections: number
  readonly maxServiceConnections: number
  readonly idleMs: number
  /**
   * Where values too long for memory wait until they are read. A limited part of the system's
   * temporary folder by default.
   */
  readonly longTexts?: LongTexts
  /**
   * Called when a service's role can no longer sign in. Resolves to whether another attempt makes
   * sense.
   */
  readonly repairLogins?: () => Promise<boolean>
  /**
   * Why the database is read-only, as the error for statements that are refused because of it.
   * `recent` also covers the moment after that state ended, because sessions notice the end one by
   * one.
   */
  readonly readOnlyReason?: (when?: 'recent') => AppError | undefined
  /** Called when a statement or a connection fails because data or an index is damaged. */
  readonly onDamage?: () => void
  /** Why the roles of members cannot sign in now. */
  readonly closedReason?: () => AppError | undefined
}

const DEFAULT_LONG_TEXT_BYTES = 1024 * 1024 * 1024

const WRONG_PASSWORD = '28P01'
/** A library that the session loads, `local_preload_libraries`. */
const MISSING_FILE = '58P01'
/** Far longer than any statement of a service takes. */
const SERVICE_TIMEOUT_MS = 30_000
/** Postgres's functions that refuse a role for its attributes, or for those of the database. */
const REFUSING = new Set(['InitializeSessionUserId', 'CheckMyDatabase'])
const READ_ONLY = '25006'

const SUPERUSER = 'supabase_admin'

const isOfMembers = (role: ServiceRole): boolean =>
  role === 'postgres' || role === 'supabase_read_only_user'

const isOfService = (role: ServiceRole): boolean =>
  role !== SUPERUSER && role !== 'authenticator' && !isOfMembers(role)

export function createDatabase(options: DatabaseOptions): Database {
  async function connect(
    role: ServiceRole,
    applicationName: string,
    how: Partial<Pick<ClientOptions, 'pipeline' | 'hasOwnersSettings' | 'isReplication'>> = {},
    endpoint = options.endpoint,
  ): Promise<Client> {
    const closed = isOfMembers(role) ? options.closedReason?.() : undefined
    if (closed) throw closed
    const given = {
      ...options.login(role),
      applicationName,
      pipeline: false,
      hasOwnersSettings: isOfMembers(role),
      ...(role === SUPERUSER && { isReadOnly: false }),
      ...(isOfService(role) && {
        statementTimeoutMs: SERVICE_TIMEOUT_MS,
        ...(options.readOnlyReason?.() && { isReadOnly: true }),
      }),
      ...how,
    }
    try {
      return await connectClient(endpoint, given)
    } catch (error) {
      if (isDamage(error)) options.onDamage?.()
      if (!isRefusedLogin(error)) throw error
      // The owner may have changed the password with SQL.
      if (role === 'postgres' && error.code === WRONG_PASSWORD) throw passwordChanged(error)
      if (!(await options.repairLogins?.())) throw error
      return connectClient(endpoint, given)
    }
  }
  function explain(error: unknown): unknown {
    if (isDamage(error)) options.onDamage?.()
    if (sqlstateOf(error) === READ_ONLY) return options.readOnlyReason?.('recent') ?? error
    return toUnavailable(error) ?? error
  }
  const callers = createCallerPool({
    // Callers get the settings of their database; the pool itself runs nothing with an unqualified
    // name.
    connect: () =>
      connect('authenticator', 'stoa-data-api', { pipeline: true, hasOwnersSettings: true }),
    cancel: cancelStatement,
    max: options.maxCallerConnections,
    idleMs: options.idleMs,
    longTexts: options.longTexts ?? {
      folder: os.tmpdir(),
      budget: createDiskBudget(DEFAULT_LONG_TEXT_BYTES),
    },
  })
  // As authenticator, which can listen and has no other rights of its own.
  const listener = createListener(() => connect('authenticator', 'stoa-listener'))
  const pools = new Map<ServiceRole, ReturnType<typeof createServicePool>>()
  const poolOf = (role: ServiceRole) => {
    let found = pools.get(role)
    if (!found) {
      found = createServicePool({
        connect: () => connect(role, `stoa-${role}`, { pipeline: true }),
        max: options.maxServiceConnections,
        idleMs: options.idleMs,
        explain,
      })
      pools.set(role, found)
    }
    return found
  }
  return {
    as: (role) => poolOf(role).session,
    async asCaller(context, statement, after) {
      // The owner can make the transactions of these roles writable by default.
      const mustRead = !context.isReadOnly && options.readOnlyReason?.() !== undefined
      const allowed = mustRead ? { ...context, isReadOnly: true } : context
      try {
        return await callers.run(allowed, statement, after)
      } catch (error) {
        // A read-only transaction would have been refused anyway.
        const isRefused = context.isReadOnly && sqlstateOf(error) === READ_ONLY
        throw isRefused ? error : explain(error)
      }
    },
    listen: listener.subscribe,
    openSocket: (port, onConnection) =>
      openClusterSocket(
        { socketDir: options.endpoint.host, account: options.account },
        port,
        onConnection,
      ),
    renewConnections() {
      for (const [role, pool] of pools) if (isOfService(role)) pool.renew()
    },
    connect: (role, applicationName) => connect(role, applicationName),
    administer: (applicationName) =>
      connect(SUPERUSER, applicationName, {}, { ...options.endpoint, database: 'template1' }),
    replicate: (role, applicationName) => connect(role, applicationName, { isReplication: true }),
    load() {
      const loads = [callers.load(), ...[...pools.values()].map((pool) => pool.load())]
      return {
        active: loads.reduce((sum, load) => sum + load.active, 0),
        connections: loads.reduce((sum, load) => sum + load.connections, 0),
      }
    },
    interrupt: callers.interrupt,
    async close(deadlineMs = 5000) {
      await Promise.all([
        listener.close(),
        callers.close(deadlineMs),
        ...[...pools.values()].map((pool) => pool.close(deadlineMs)),
      ])
    },
  }
}

const isRefusedLogin = (error: unknown): error is DatabaseError =>
  error instanceof DatabaseError &&
  (error.code === WRONG_PASSWORD ||
    error.code === MISSING_FILE ||
    REFUSING.has(error.routine ?? ''))

const passwordChanged = (cause: unknown) =>
  new AppError(
    'database_password_changed',
    'The database password was changed with SQL, and the dashboard does not know the new one.',
    {
      status: 409,
      hint: 'Set a new password under Settings → Database.',
      cause,
    },
  )
