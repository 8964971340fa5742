import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { Socket } from 'node:net'
import { withDeadline } from '../../../lib/deadline.ts'
import { AppError } from '../../../lib/errors.ts'
import { refuseSocket } from '../../../lib/refuse-socket.ts'
import { SQL_STATE, writeFatal } from '../../../postgres/front-door/error-response.ts'
import { relay as forward } from '../../../postgres/front-door/relay.ts'
import type { CancelKey, Startup } from '../../../postgres/front-door/startup-message.ts'
import type { Dialer, Remote } from './dial.ts'
import { greet } from './greet.ts'
import { int32, writeMessage } from './messages.ts'

/** One foreign server, as the relay sees it. */
export type Target = {
  readonly id: string
  readonly name: string
  /** The password of its user mapping. */
  readonly password: string
  /** Its current settings, with the credential from the vault. */
  remote(): Promise<Remote>
}

/** Passes the connections of one project's Postgres on to its foreign servers. */
export type Relay = {
  serve(local: Socket, target: Target): void
  /** Ends the connections to one foreign server, or to all. */
  end(id?: string): void
}

/** Maximum sessions of one project. */
export const MAX_CONNECTIONS = 32
/** Maximum connections, including unfinished sign-ins and cancel requests. */
const MAX_SOCKETS = 2 * MAX_CONNECTIONS
/** How long Postgres may take to sign in. */
const GREETING_MS = 10_000
/** How long the settings may take to read. */
const SETTINGS_MS = 10_000
/** A session without traffic is closed; postgres_fdw opens another. */
const IDLE_MS = 3_600_000
/** How long a server may take to end a statement that was canceled. */
const CANCEL_MS = 2000
const LINGER_MS = 1000

/** Parameters of the local session that are passed on to the other server. */
const FORWARDED = ['application_name', 'client_encoding']

type Session = {
  readonly local: Socket
  /** The foreign server. */
  readonly id: string
  /** The cancel request of the project's Postgres. */
  readonly key: CancelKey
  hasSignedIn: boolean
  cancel(): void
}

export function createRelay({ dialer }: { readonly dialer: Dialer }): Relay {
  const sessions = new Set<Session>()

  async function open(session: Session, target: Target): Promise<void> {
    const { local, key } = session
    const greeting = await withDeadline(GREETING_MS, () => greet(local, target))
    if (greeting.kind === 'cancel') {
      for (const each of sessions) if (isSame(each.key, greeting.key)) each.cancel()
      return void local.end()
    }
    if ([...sessions].filter((each) => each.hasSignedIn).length >= MAX_CONNECTIONS) throw tooMany()
    session.hasSignedIn = true
    const gone = new AbortController()
    local.once('close', () => gone.abort())
    // The owner can lock the vault.
    const remote = await withDeadline(SETTINGS_MS, () => target.remote())
    const opened = await dialer.dial(remote, {
      parameters: forwarded(greeting.startup),
      signal: gone.signal,
    })
    const { socket: server, cancelKey } = opened
    if (local.destroyed) return void server.destroy()
    const cancelStatement = () => {
      if (cancelKey) void dialer.cancel(remote, cancelKey)
    }
    session.cancel = () => {
      cancelStatement()
      const before = server.bytesRead
      // Postgres would wait half a minute for a server that does not end the statement.
      const late = setTimeout(() => {
        if (server.bytesRead === before) server.destroy()
      }, CANCEL_MS)
      server.once('close', () => clearTimeout(late))
    }
    server.setTimeout(IDLE_MS, () => server.destroy())
    local.write(Buffer.concat([AUTHENTICATED, keyData(key), opened.greeting, opened.rest]))
    const leave = () => {
      if (!server.readableEnded) cancelStatement()
      server.destroy()
    }
    await forward(local, server, { lingerMs: LINGER_MS, leave })
  }

  return {
    serve(local, target) {
      // Without a listener, an error would end the process; `close` follows the error.
      local.on('error', () => {})
      if (sessions.size >= MAX_SOCKETS) return refuse(local, tooMany())
      const key = { pid: randomInt(1, 2 ** 31), secret: randomBytes(4) }
      const session: Session = { local, id: target.id, key, hasSignedIn: false, cancel() {} }
      sessions.add(session)
      local.once('close', () => sessions.delete(session))
      open(session, target).catch((error: unknown) => refuse(local, error))
    },
    end(id) {
      for (const session of sessions)
        if (id === undefined || session.id === id) session.local.destroy()
    },
  }
}

const AUTHENTICATED = writeMessage('R', int32(0))

const keyData = ({ pid, secret }: CancelKey) =>
  writeMessage('K', Buffer.concat([int32(pid), secret]))

const isSame = (one: CancelKey, other: CancelKey) =>
  one.pid === other.pid &&
  one.secret.length === other.secret.length &&
  timingSafeEqual(one.secret, other.secret)

const forwarded = ({ parameters }: Startup) =>
  new Map([...parameters].filter(([name]) => FORWARDED.includes(name)))

const tooMany = () =>
  new AppError(
    'too_many_foreign_connections',
    `The project already has ${MAX_CONNECTIONS} connections to foreign servers.`,
    { status: 503, hint: 'End sessions that have used foreign tables, then retry.' },
  )

/** Ends a connection with the reason, which Postgres shows to the reader of the foreign table. */
function refuse(local: Socket, error: unknown): void {
  const isKnown = error instanceof AppError
  refuseSocket(
    local,
    writeFatal({
      sqlState: isKnown ? SQL_STATE.rejected : SQL_STATE.internal,
      message: isKnown ? error.message : 'the foreign server could not be reached',
      ...(isKnown && error.hint !== undefined && { hint: error.hint }),
    }),
    LINGER_MS,
  )
}
