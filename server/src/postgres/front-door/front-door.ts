import { createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ConnectionBudget } from '../../lib/connection-budget.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import type { AccessRules } from './access-rules.ts'
import { createBackends } from './backends.ts'
import { createBans, type BanRule, type Bans, type ProjectBan } from './bans.ts'
import { createCancelKeys } from './cancel-keys.ts'
import type { Certificate } from './certificate.ts'
import { SQL_STATE, writeFatal } from './error-response.ts'
import { createLimits, type LimitOptions } from './limits.ts'
import { startSession, type OpenProject, type Session } from './session.ts'
import type { SessionEvent } from './session-events.ts'
import { clientAt, functionsOf, type Source } from './source.ts'

export type FrontDoorDeps = {
  /** Wakes a project and keeps it awake for one connection. */
  readonly open: OpenProject
  /** Reads a project's rules for clients without waking it; rejects like `open`. */
  readonly rulesOf: (ref: string) => Promise<AccessRules>
  /** Roles that are refused to clients. */
  readonly deniedRoles: ReadonlySet<string>
  readonly limits: LimitOptions & {
    /** Time for signing in, which includes waking the project. */
    readonly pendingTimeoutMs: number
    /** How long one side may stay open without sending after the other has closed; 5 seconds by default. */
    readonly lingerMs?: number
  }
  readonly banRule: BanRule
  /** Called when a client is banned from a project. */
  readonly onBan?: (ban: ProjectBan) => void
  /** With a certificate clients can encrypt, and the server name `<ref>.…` selects the project. */
  readonly certificate?: Certificate | undefined
  /** Open connections of all clients; absent in tests. */
  readonly connections?: ConnectionBudget
  /** Called for connections to projects that exist. */
  readonly onEvent?: (event: SessionEvent) => void
  /** Called with the connection of a client whose project exists. */
  readonly onOpened?: (ref: string, client: Socket) => void
  readonly clock: Clock
  readonly log: Log
}

/** The TCP port through which Postgres clients reach the clusters of all projects. */
export type FrontDoor = {
  /** Resolves with the port, where 0 asks for a free one. Rejects if the port is not available. */
  listen(host: string, port: number): Promise<{ port: number }>
  /**
   * Serves a function's connection. Its source is the functions of its project, because the
   * functions of all projects share one address. The socket is half-open and paused.
   */
  serveFunction(socket: Socket, ref: string): void
  /**
   * Ends the open connections, and resolves when all are closed and their projects released, or after
   * three seconds. The server has begun to stop, so that `open` refuses new ones.
   */
  drain(): Promise<void>
  /** Accepts no more connections and ends the open ones, as `drain` does. */
  close(): Promise<void>
  /** Ends the connections of these projects with the error of an administrator's command. */
  endSessionsOf(refs: ReadonlySet<string>): void
  /** The addresses that have sent too many wrong passwords. */
  readonly bans: Pick<Bans, 'lift' | 'list' | 'restore'>
  /** The number of open client connections, including those that have not signed in. */
  connections(): number
}

const LINGER_MS = 5_000
const KEEP_ALIVE_MS = 60_000
/** How often it looks for connections to projects that no longer serve, or no longer admit them. */
const CHECK_MS = 250
const DRAIN_DEADLINE_MS = 3000

/**
 * A proxy for the PostgreSQL protocol, 3.0 and later. It reads the first messages of a connection
 * to find the project, then forwards bytes: the cluster itself checks the password, which the proxy
 * never sees. Cancel requests use connections of their own and are forwarded to the cluster whose
 * session they name.
 */
export function createFrontDoor(deps: FrontDoorDeps): FrontDoor {
  const sessions = new Set<Session>()
  const bans = createBans(deps.clock, deps.banRule, deps.onBan)
  const shared = {
    open: deps.open,
    rulesOf: deps.rulesOf,
    bans,
    deniedRoles: deps.deniedRoles,
    limits: createLimits(deps.limits),
    backends: createBackends(deps.limits.maxPerProject),
    cancelKeys: createCancelKeys(),
    certificate: deps.certificate,
    pendingTimeoutMs: deps.limits.pendingTimeoutMs,
    lingerMs: deps.limits.lingerMs ?? LINGER_MS,
    onEvent: deps.onEvent,
    onOpened: deps.onOpened,
    clock: deps.clock,
    log: deps.log,
  }
  const server = createServer({
    // The end of one side is forwarded, so that the other side can finish sending.
    allowHalfOpen: true,
    pauseOnConnect: true,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: KEEP_ALIVE_MS,
  })
  server.on('connection', (socket) => {
    if (deps.connections?.admit(socket) === false) return refuseNow(socket)
    return begin(socket, clientAt(socket.remoteAddress ?? ''))
  })

  const checking = setInterval(() => {
    for (const session of sessions) {
      const reason = session.reasonToEnd()
      if (reason) session.shutDown(reason)
    }
  }, CHECK_MS)
  checking.unref()

  function begin(socket: Socket, source: Source): void {
    const session = startSession(socket, source, shared)
    sessions.add(session)
    void session.done.then(() => sessions.delete(session))
  }

  async function drain(): Promise<void> {
    for (const session of sessions) session.shutDown()
    const gone = Promise.all([...sessions].map(({ done }) => done))
    // A project that is still waking must not delay the shutdown.
    const deadline = new AbortController()
    const late = sleep(DRAIN_DEADLINE_MS, undefined, { ref: false, signal: deadline.signal })
    await Promise.race([gone, late.catch(() => {})])
    deadline.abort()
  }

  return {
    serveFunction(socket, ref) {
      if (server.listening) begin(socket, functionsOf(ref))
      else socket.destroy()
    },
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
    drain,
    async close() {
      clearInterval(checking)
      server.close()
      await drain()
    },
    endSessionsOf(refs) {
      for (const session of sessions) {
        const ref = session.ref()
        if (ref !== undefined && refs.has(ref)) session.shutDown()
      }
    },
    bans,
    connections: () => sessions.size,
  }
}

/** It would take up a slot while it lingered. */
function refuseNow(socket: Socket): void {
  socket.on('error', () => {})
  socket.write(writeFatal(SERVER_FULL))
  socket.destroy()
}

const SERVER_FULL = {
  sqlState: SQL_STATE.tooManyConnections,
  message: 'the server has too many open connections',
  hint: 'Connect again in a few seconds.',
}
