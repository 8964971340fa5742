import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSecureContext } from 'node:tls'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import { createCancelKeys } from './cancel-keys.ts'
import { createLimits, type LimitOptions } from './limits.ts'
import { startSession, type OpenProject, type Session } from './session.ts'

export type FrontDoorDeps = {
  /** Wakes a project and holds it awake for one connection. */
  readonly open: OpenProject
  /** Roles that cannot sign in through the front door. */
  readonly deniedRoles: ReadonlySet<string>
  readonly limits: LimitOptions & {
    /** Deadline from accept to the password check, a wake-up included. */
    readonly pendingTimeoutMs: number
    /** How long one side may stay silent after the other has ended; 5 seconds by default. */
    readonly lingerMs?: number
  }
  /** PEM texts. With them clients may use TLS, and a server name `<ref>.…` selects its project. */
  readonly tls?: { readonly key: string; readonly cert: string }
  readonly clock: Clock
  readonly log: Log
}

/** One TCP port through which Postgres clients reach every project's cluster. */
export type FrontDoor = {
  /** Resolves with the port (0 picks a free one); rejects if it cannot be used. */
  listen(host: string, port: number): Promise<{ port: number }>
  /**
   * Stops accepting, ends all connections, and resolves when they are closed and their projects
   * released, or after 10 seconds.
   */
  close(): Promise<void>
  /** Ends the connections of these projects, as an administrator's command does. */
  endSessionsOf(refs: ReadonlySet<string>): void
  /** Client connections open now, signed in or not. */
  connections(): number
}

const LINGER_MS = 5_000
const KEEP_ALIVE_MS = 60_000
const CLOSE_DEADLINE_MS = 10_000

/**
 * A proxy for the PostgreSQL protocol, 3.0 and later. It reads a connection's first messages to
 * learn which project it is for, then passes bytes through: passwords are proved to the cluster
 * itself and never known here. Cancel requests, which come on connections of their own, are taken
 * to the cluster whose session they name.
 */
export function createFrontDoor(deps: FrontDoorDeps): FrontDoor {
  const sessions = new Set<Session>()
  const shared = {
    open: deps.open,
    deniedRoles: deps.deniedRoles,
    limits: createLimits(deps.limits),
    cancelKeys: createCancelKeys(),
    secureContext: deps.tls && createSecureContext({ ...deps.tls, minVersion: 'TLSv1.2' }),
    pendingTimeoutMs: deps.limits.pendingTimeoutMs,
    lingerMs: deps.limits.lingerMs ?? LINGER_MS,
    clock: deps.clock,
    log: deps.log,
  }
  const server = createServer({
    // Half-closed connections are supported, so that the other side can finish sending.
    allowHalfOpen: true,
    pauseOnConnect: true,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: KEEP_ALIVE_MS,
  })
  server.on('connection', (socket) => {
    const session = startSession(socket, shared)
    sessions.add(session)
    void session.done.then(() => sessions.delete(session))
  })

  return {
    listen: (host, port) =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen({ host, port }, () => {
          server.off('error', reject)
          server.on('error', (error) => deps.log.error({ error }, 'The Postgres port failed.'))
          const taken = server.address()
          resolve({ port: typeof taken === 'object' && taken ? taken.port : port })
        })
      }),
    async close() {
      const stopped = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const session of sessions) session.shutDown()
      const gone = Promise.all([stopped, ...[...sessions].map(({ done }) => done)])
      // A project that is still waking does not delay the stop.
      const deadline = new AbortController()
      await Promise.race([
        gone,
        sleep(CLOSE_DEADLINE_MS, undefined, { ref: false, signal: deadline.signal }).catch(
          () => {},
        ),
      ])
      deadline.abort()
    },
    endSessionsOf(refs) {
      for (const session of sessions) {
        const ref = session.ref()
        if (ref !== undefined && refs.has(ref)) session.shutDown()
      }
    },
    connections: () => sessions.size,
  }
}
