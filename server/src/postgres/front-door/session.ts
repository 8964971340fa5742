import type { Socket } from 'node:net'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import { refuseSocket } from '../../lib/refuse-socket.ts'
import type { AccessRules } from './access-rules.ts'
import type { Backends } from './backends.ts'
import type { Bans } from './bans.ts'
import type { CancelKeys } from './cancel-keys.ts'
import { createClientGate } from './client-gate.ts'
import type { Certificate } from './certificate.ts'
import { refusalOf, SQL_STATE, writeFatal, type Refusal } from './error-response.ts'
import { readGreeting, type Greeting } from './greeting.ts'
import type { Limits } from './limits.ts'
import { openPassage } from './passage.ts'
import { findRoute, isPooler, type Route } from './route.ts'
import { sendCancel } from '../connections/cancel-request.ts'
import type { CancelKey } from './startup-message.ts'
import { createSessionReport, type SessionEvent } from './session-events.ts'
import { socketPathOf } from './sockets.ts'
import type { Source } from './source.ts'

/**
 * Finds the cluster of a project, or of the target beside it, and keeps it awake until `release`; rejects
 * with an `AppError` that names the reason.
 */
export type OpenProject = (
  ref: string,
  replica: string | undefined,
) => Promise<{
  readonly socketDir: string
  readonly port: number
  /** How many clients can be connected there; `maxPerProject` if absent. */
  readonly maxClients?: number
  /** The project's rules for clients at this moment. */
  rules(): AccessRules
  /** Whether the project has been paused, restarted or deleted since. */
  isOver(): boolean
  release(): void
}>

export type SessionDeps = {
  readonly onEvent?: ((event: SessionEvent) => void) | undefined
  readonly onOpened?: ((ref: string, client: Socket) => void) | undefined
  readonly open: OpenProject
  /** Reads a project's rules for clients without waking it; rejects like `open`. */
  readonly rulesOf: (ref: string) => Promise<AccessRules>
  readonly bans: Bans
  readonly deniedRoles: ReadonlySet<string>
  readonly limits: Limits
  readonly backends: Backends
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
  /** Ends the connection in any state. An idle client gets the reason, 57P01 by default. */
  shutDown(reason?: Refusal): void
  /**
   * Why it must end: its project was paused, restarted or deleted since it was opened, or has other
   * rules now. Undefined while it can continue.
   */
  reasonToEnd(): Refusal | undefined
}

type Routed = Extract<Route, { state: 'routed' }>
type Arrival = Extract<Greeting, { kind: 'startup' }>

/** More than any pooler accepts, which has a limit of its own. */
const MAX_POOLED = 3000
/** How long a dropped connection may stay open; it is not counted. */
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

function explain(log: Log, ref: string, error: unknown): Refusal {
  const refusal = refusalOf(error, ref)
  if (refusal.sqlState === SQL_STATE.internal)
    log.error({ ref, error }, 'A project could not be opened for a Postgres connection.')
  return refusal
}

/** The name under which the connections to a target are counted, and their maximum. */
const slotsOf = ({ ref, target }: Pick<Routed, 'ref' | 'target'>) =>
  [target ?? ref, isPooler(target) ? MAX_POOLED : undefined] as const

const placeOf = (cluster: Awaited<ReturnType<OpenProject>>) => ({
  socketPath: socketPathOf(cluster),
  maxClients: cluster.maxClients,
})

function logRefusal(
  log: Log,
  {
    source,
    ref,
    refusal: { sqlState, message },
  }: { readonly source: string; readonly ref: string | undefined; readonly refusal: Refusal },
): void {
  log.info({ source, ref, sqlState }, `Postgres connection refused: ${message}.`)
}

function destroyLater(socket: Socket, ms: number): void {
  const late = setTimeout(() => socket.destroy(), ms)
  socket.once('close', () => clearTimeout(late))
}

async function forwardCancel(
  { cancelKeys, lingerMs }: Pick<SessionDeps, 'cancelKeys' | 'lingerMs'>,
  key: CancelKey,
): Promise<void> {
  const socketPath = cancelKeys.find(key)
  if (socketPath !== undefined) await sendCancel({ path: socketPath }, key, lingerMs)
}

/** Serves an accepted socket. */
export function startSession(socket: Socket, from: Source, deps: SessionDeps): Session {
  const { lingerMs, log } = deps
  const { name: source } = from
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  // A broken connection is not logged; `close` follows the error.
  socket.on('error', () => {})
  const admission = deps.limits.admit(source, drop)
  let project: string | undefined
  const report = createSessionReport(source, deps.onEvent)
  const gate = createClientGate(from, { ...deps, onBan: report.refused })
  let reasonToEnd = (): Refusal | undefined => undefined
  /** Ends the connection; each state replaces this function by its own. */
  let end: (reason: Refusal) => void = () => socket.destroy()
  const timer = setTimeout(() => {
    log.info({ source }, 'Postgres connection ended: the client did not sign in in time.')
    end(TIMED_OUT)
  }, deps.pendingTimeoutMs)

  function drop(): void {
    log.debug({ source }, 'Postgres connection dropped: too many have not signed in yet.')
    end(TOO_MANY_PENDING)
    destroyLater(socket, UNCOUNTED_LINGER_MS)
  }

  function refuse(stream: Socket, refusal: Refusal, ref?: string): void {
    logRefusal(log, { source, ref, refusal })
    report.refused(refusal)
    admission.refused()
    refuseSocket(stream, writeFatal(refusal), lingerMs)
  }

  async function greet(): Promise<void> {
    const greeting = await readGreeting(socket, {
      certificate: deps.certificate,
      onSpeaking: () => admission.advance('speaking'),
    })
    if (greeting.kind === 'foreign') return refuseSocket(socket, greeting.farewell, lingerMs)
    if (greeting.kind === 'refused') return refuse(greeting.stream, greeting.refusal)
    admission.advance('authenticating')
    if (greeting.kind === 'startup') return enter(greeting)
    await forwardCancel(deps, greeting.key)
    // The protocol has no other response to a cancel request, successful or not.
    refuseSocket(greeting.stream, undefined, lingerMs)
  }

  async function enter(arrival: Arrival): Promise<void> {
    const client = arrival.stream
    const route = findRoute(arrival.startup, arrival.serverName, deps.deniedRoles)
    if (route.state === 'refused') return refuse(client, route.refusal)
    const { ref, target, startup } = route
    if (!admission.enterProject(...slotsOf(route))) return refuse(client, tooManyOf(ref), ref)
    project = ref
    end = (reason) => refuse(client, reason, ref)
    try {
      const refusal = gate.refusalOfNew(ref, await deps.rulesOf(ref), client)
      report.opened(ref, startup)
      if (refusal) return refuse(client, refusal, ref)
      const cluster = await deps.open(ref, target)
      reasonToEnd = () =>
        cluster.isOver() ? SHUTTING_DOWN : gate.refusalOfOpen(ref, cluster.rules(), client)
      deps.onOpened?.(ref, client)
      try {
        const passage = await openPassage({
          ...deps,
          client,
          startup,
          rest: arrival.rest,
          ...placeOf(cluster),
          onAuthenticated() {
            clearTimeout(timer)
            admission.signedIn()
            report.connected()
          },
          onWrongPassword: () => gate.countWrongPassword(ref),
        })
        if (passage) end = (reason) => passage.end(reason)
        await passage?.done
        report.closed()
      } finally {
        cluster.release()
      }
    } catch (error) {
      refuse(client, explain(log, ref, error), ref)
    }
  }

  async function serve(): Promise<void> {
    const since = deps.clock.now().getTime()
    await greet().catch((error: unknown) => {
      log.error({ source, error }, 'A Postgres connection failed.')
      socket.destroy()
    })
    await closed
    clearTimeout(timer)
    admission.leave()
    log.debug({ source, ms: deps.clock.now().getTime() - since }, 'Postgres connection closed.')
  }

  return {
    ref: () => project,
    done: serve(),
    shutDown(reason = SHUTTING_DOWN) {
      reasonToEnd = () => undefined
      end(reason)
      destroyLater(socket, ENDED_LINGER_MS)
    },
    reasonToEnd: () => reasonToEnd(),
  }
}
