import type { Socket } from 'node:net'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import type { CancelKeys } from './cancel-keys.ts'
import type { Certificate } from './certificate.ts'
import { refusalOf, SQL_STATE, writeFatal, type Refusal } from './error-response.ts'
import { readGreeting, type Greeting } from './greeting.ts'
import type { Limits } from './limits.ts'
import { openPassage } from './passage.ts'
import { findRoute } from './route.ts'
import { dismiss, sendCancel, socketPathOf } from './sockets.ts'

/** Finds a project's cluster and keeps it awake until `release`; rejects with an `AppError` that names the reason. */
export type OpenProject = (
  ref: string,
) => Promise<{ readonly socketDir: string; readonly port: number; release(): void }>

export type SessionDeps = {
  readonly open: OpenProject
  readonly deniedRoles: ReadonlySet<string>
  readonly limits: Limits
  readonly cancelKeys: CancelKeys
  readonly certificate: Certificate | undefined
  readonly pendingTimeoutMs: number
  readonly lingerMs: number
  readonly clock: Clock
  readonly log: Log
}

/** One client connection, from its acceptance to its end. */
export type Session = {
  /** The project of the connection; undefined until the client has named it. */
  ref(): string | undefined
  /** Resolves when the client's socket is closed and the project released; never rejects. */
  readonly done: Promise<void>
  /** Ends the connection in any state. An idle client gets the error 57P01. */
  shutDown(): void
}

type Arrival = Extract<Greeting, { kind: 'startup' }>

const UNCOUNTED_LINGER_MS = 250
/** How long a client has to read the rest of a response once its connection is ended. */
const ENDED_LINGER_MS = 1000

const TOO_MANY_PENDING: Refusal = {
  sqlState: SQL_STATE.tooManyConnections,
  message: 'too many connections are signing in',
  hint: 'Connect again in a moment.',
}
const TIMED_OUT: Refusal = {
  sqlState: SQL_STATE.timedOut,
  message: 'canceling authentication due to timeout',
}
const SHUTTING_DOWN: Refusal = {
  sqlState: SQL_STATE.adminShutdown,
  message: 'terminating connection due to administrator command',
}
const tooManyOf = (ref: string): Refusal => ({
  sqlState: SQL_STATE.tooManyConnections,
  message: `too many connections to project "${ref}"`,
  hint: 'Close some connections, or share them in a connection pool.',
})

/** Serves an accepted socket, or refuses it at once if there is no place for it. */
export function startSession(socket: Socket, deps: SessionDeps): Session {
  const { lingerMs, log } = deps
  const address = socket.remoteAddress ?? ''
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  // A broken connection is not logged; `close` follows the error.
  socket.on('error', () => {})
  const place = deps.limits.admit(address, () => socket.destroy())
  if (!place) {
    log.debug({ address }, 'Postgres connection refused: too many have not signed in yet.')
    // The connection is not counted, so it must end soon.
    dismiss(socket, Math.min(lingerMs, UNCOUNTED_LINGER_MS), writeFatal(TOO_MANY_PENDING))
    return { ref: () => undefined, done: closed, shutDown: () => socket.destroy() }
  }
  const pending = place
  let project: string | undefined
  /** Ends the connection; each state replaces it by its own way. */
  let end: (reason: Refusal) => void = () => socket.destroy()
  const timer = setTimeout(() => {
    log.info({ address }, 'Postgres connection ended: the client did not sign in in time.')
    end(TIMED_OUT)
  }, deps.pendingTimeoutMs)
  const settle = () => {
    clearTimeout(timer)
    pending.leave()
  }

  function refuse(stream: Socket, refusal: Refusal, ref?: string): void {
    const { sqlState, message } = refusal
    log.info({ address, ref, sqlState }, `Postgres connection refused: ${message}.`)
    // A refused connection only waits for the client to close it, so it is dropped first.
    pending.advance('silent')
    dismiss(stream, lingerMs, writeFatal(refusal))
  }

  async function greet(): Promise<void> {
    const greeting = await readGreeting(socket, {
      certificate: deps.certificate,
      onSpeaking: () => pending.advance('speaking'),
    })
    if (greeting.kind === 'foreign') return dismiss(socket, lingerMs, greeting.farewell)
    if (greeting.kind === 'refused') return refuse(greeting.stream, greeting.refusal)
    pending.advance('authenticating')
    if (greeting.kind === 'startup') return enter(greeting)
    const socketPath = deps.cancelKeys.find(greeting.key)
    if (socketPath !== undefined) await sendCancel(socketPath, greeting.key, lingerMs)
    // The protocol has no other response to a cancel request, successful or not.
    dismiss(greeting.stream, lingerMs)
  }

  async function enter(arrival: Arrival): Promise<void> {
    const client = arrival.stream
    const route = findRoute(arrival.startup, arrival.serverName, deps.deniedRoles)
    if (route.state === 'refused') return refuse(client, route.refusal)
    const { ref, startup } = route
    const leaveProject = deps.limits.enterProject(ref)
    if (!leaveProject) return refuse(client, tooManyOf(ref), ref)
    project = ref
    end = (reason) => refuse(client, reason, ref)
    try {
      const cluster = await deps.open(ref)
      try {
        const passage = await openPassage({
          client,
          startup,
          rest: arrival.rest,
          socketPath: socketPathOf(cluster),
          cancelKeys: deps.cancelKeys,
          lingerMs,
          onAuthenticated: settle,
        })
        if (passage) end = (reason) => passage.end(reason)
        await passage?.done
      } finally {
        cluster.release()
      }
    } catch (error) {
      const refusal = refusalOf(error, ref)
      if (refusal.sqlState === SQL_STATE.internal)
        log.error({ ref, error }, 'A project could not be opened for a Postgres connection.')
      refuse(client, refusal, ref)
    } finally {
      leaveProject()
    }
  }

  async function serve(): Promise<void> {
    const since = deps.clock.now().getTime()
    await greet().catch((error: unknown) => {
      log.error({ address, error }, 'A Postgres connection failed.')
      socket.destroy()
    })
    await closed
    settle()
    log.debug({ address, ms: deps.clock.now().getTime() - since }, 'Postgres connection closed.')
  }

  return {
    ref: () => project,
    done: serve(),
    shutDown() {
      end(SHUTTING_DOWN)
      const late = setTimeout(() => socket.destroy(), ENDED_LINGER_MS)
      void closed.then(() => clearTimeout(late))
    },
  }
}
