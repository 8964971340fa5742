import type { Socket } from 'node:net'
import os from 'node:os'
import type { Client } from 'pg'
import type { CallerContext, CallerStatement } from './callers/caller.ts'
import { CALLERS_APPLICATION } from './callers/settings.ts'
import { createCallerPool } from './callers/pool.ts'
import { openClusterSocket, type ClusterSocket } from './clusters/socket.ts'
import { cancelStatement } from './connections/cancel-statement.ts'
import { connectRole, isOfService, SUPERUSER, type RoleConnectionOptions } from './connect-role.ts'
import { createDiskBudget } from './wire/disk-budget.ts'
import type { Account } from './engines/account.ts'
import { isDamage, sqlstateOf } from './failures.ts'
import { createListener, type Subscription } from './connections/listener.ts'
import type { LongTexts } from './wire/long-text.ts'
import type { ServiceRole, ServiceSession, TextResult } from './session.ts'
import { toUnavailable } from './unavailable.ts'
import { createServicePool, type ServicePool } from './connections/service-pool.ts'

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

export type DatabaseOptions = RoleConnectionOptions & {
  /** The account of the cluster; undefined means the server's. */
  readonly account?: Account | undefined
  readonly maxCallerConnections: number
  readonly maxServiceConnections: number
  readonly idleMs: number
  /**
   * Where values too long for memory wait until they are read. A limited part of the system's
   * temporary folder by default.
   */
  readonly longTexts?: LongTexts
}

const DEFAULT_LONG_TEXT_BYTES = 1024 * 1024 * 1024

const READ_ONLY = '25006'

export function createDatabase(options: DatabaseOptions): Database {
  const callers = createCallerPool({
    // Callers get the settings of their database; the pool itself runs nothing with an unqualified
    // name.
    connect: () =>
      connectRole(options, {
        role: 'authenticator',
        applicationName: CALLERS_APPLICATION,
        how: { pipeline: true, hasOwnersSettings: true },
      }),
    cancel: cancelStatement,
    max: options.maxCallerConnections,
    idleMs: options.idleMs,
    longTexts: options.longTexts ?? {
      folder: os.tmpdir(),
      budget: createDiskBudget(DEFAULT_LONG_TEXT_BYTES),
    },
  })
  // As authenticator, which can listen and has no other rights of its own.
  const listener = createListener(() =>
    connectRole(options, { role: 'authenticator', applicationName: 'stoa-listener' }),
  )
  const pools = new Map<ServiceRole, ServicePool>()
  const poolOf = (role: ServiceRole) => {
    let found = pools.get(role)
    if (!found) {
      found = createServicePool({
        connect: () =>
          connectRole(options, {
            role,
            applicationName: `stoa-${role}`,
            how: { pipeline: true },
          }),
        max: options.maxServiceConnections,
        idleMs: options.idleMs,
        explain: (error) => explain(options, error),
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
        throw isRefused ? error : explain(options, error)
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
    connect: (role, applicationName) => connectRole(options, { role, applicationName }),
    administer: (applicationName) =>
      connectRole(options, {
        role: SUPERUSER,
        applicationName,
        endpoint: { ...options.endpoint, database: 'template1' },
      }),
    replicate: (role, applicationName) =>
      connectRole(options, { role, applicationName, how: { isReplication: true } }),
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

/** Replaces an error of Postgres that has a known cause. */
function explain({ onDamage, readOnlyReason }: DatabaseOptions, error: unknown): unknown {
  if (isDamage(error)) onDamage?.()
  if (sqlstateOf(error) === READ_ONLY) return readOnlyReason?.('recent') ?? error
  return toUnavailable(error) ?? error
}
