import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import { createCancelKeys } from './cancel-keys.ts'
import type { Certificate } from './certificate.ts'
import { createLimits, type LimitOptions } from './limits.ts'
import { startSession, type OpenProject, type Session } from './session.ts'

export type FrontDoorDeps = {
  /** Wakes a project and holds it awake for one connection. */
  readonly open: OpenProject
  /** Roles nobody may sign in as from outside. */
  readonly deniedRoles: ReadonlySet<string>
  readonly limits: LimitOptions & {
    /** From accept to the proof of the password, a wake-up included. */
    readonly pendingTimeoutMs: number
    /** How long a side may stay without sending when the other has ended; 5 seconds unless given. */
    readonly lingerMs?: number
  }
  /** With a certificate clients can encrypt, and the server name `<ref>.…` selects the project. */
  readonly certificate?: Certificate | undefined
  readonly clock: Clock
  readonly log: Log
}

/** One TCP port through which Postgres clients reach every project's cluster. */
export type FrontDoor = {
  /** Resolves with the port taken (0 asks for a free one); rejects when it cannot be had. */
  listen(host: string, port: number): Promise<{ port: number }>
  /**
   * Takes no more connections, ends those there are, and resolves when all are gone and their
   * projects released, or after 10 seconds.
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
    certificate: deps.certificate,
    pendingTimeoutMs: deps.limits.pendingTimeoutMs,
    lingerMs: deps.limits.lingerMs ?? LINGER_MS,
    clock: deps.clock,
    log: deps.log,
  }
  const server = createServer({
    // Each side's end is passed on as such, so that what the other still has to say arrives.
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
      // A project that is still waking does not keep the server from stopping.
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
