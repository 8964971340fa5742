import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { TlsMode } from '@stoa/contract/services/wrappers/servers'
import { messageOf } from '../../../lib/describe-error.ts'
import { AppError } from '../../../lib/errors.ts'
import { serverInsecure } from '../errors.ts'
import type { Outgoing } from '../../../lib/outgoing.ts'
import {
  writeCancelRequest,
  writeStartup,
  type CancelKey,
} from '../../../postgres/front-door/startup-message.ts'
import { authenticate, type Credential, type Welcome } from './authenticate.ts'
import { ForeignBytes, readMessages } from './messages.ts'

/** Another Postgres server, with the data for connecting to it. */
export type Remote = Credential & {
  readonly host: string
  readonly port: number
  readonly database: string
  readonly tls: TlsMode
  /** The certificates that must have signed the server's, instead of the public authorities. */
  readonly caCertificate: string | null
}

export type RemoteSession = Welcome & {
  readonly socket: Socket
  /** Bytes that the server has sent after ReadyForQuery. */
  readonly rest: Buffer
}

/** Connects to other Postgres servers. */
export type Dialer = {
  /**
   * Opens a session within ten seconds, or until the signal. Rejects with `outgoing_refused` for a
   * private address, or 502 `foreign_server_unreachable`, `_insecure`, `_rejected`, `_not_postgres`.
   */
  dial(remote: Remote, options?: DialOptions): Promise<RemoteSession>
  /** Asks the server to cancel a session's statement. Never rejects. */
  cancel(remote: Remote, key: CancelKey): Promise<void>
}

export type DialOptions = {
  /** Further parameters of the session, such as `client_encoding`. */
  readonly parameters?: ReadonlyMap<string, string>
  readonly signal?: AbortSignal
}

const CONNECT_MS = 10_000
const CANCEL_MS = 5000
/** Detects that the other machine is gone, for sessions without other traffic. */
const KEEP_ALIVE_MS = 60_000
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

export function createDialer({ outgoing }: { readonly outgoing: Outgoing }): Dialer {
  /** Runs `work` with a connection, which is destroyed if it takes too long or fails. */
  async function withSocket<T>(
    remote: Remote,
    { signal, ms }: { readonly signal?: AbortSignal | undefined; readonly ms: number },
    work: (socket: Socket) => Promise<T>,
  ): Promise<T> {
    const late = AbortSignal.timeout(ms)
    const ended = signal ? AbortSignal.any([late, signal]) : late
    const aborted = Promise.withResolvers<never>()
    let open: Socket | undefined
    const abort = () => {
      open?.destroy()
      aborted.reject(new Error(late.aborted ? `No response within ${ms / 1000} s` : 'Aborted'))
    }
    aborted.promise.catch(() => {})
    ended.addEventListener('abort', abort, { once: true })
    const connecting = async () => {
      const host = await outgoing.resolve(remote.host)
      ended.throwIfAborted()
      open = connect({ host, port: remote.port, allowHalfOpen: true })
      await connected(open)
      return work(remote.tls === 'disable' ? open : await encrypt(open, remote))
    }
    try {
      return await Promise.race([connecting(), aborted.promise])
    } catch (error) {
      open?.destroy()
      throw explain(error, remote)
    } finally {
      ended.removeEventListener('abort', abort)
    }
  }

  return {
    dial: (remote, { parameters = new Map(), signal } = {}) =>
      withSocket(remote, { signal, ms: CONNECT_MS }, async (socket) => {
        const reader = readMessages(socket)
        const named = new Map([
          ...parameters,
          ['user', latin1(remote.user)],
          ['database', latin1(remote.database)],
        ])
        socket.write(writeStartup({ minor: 0, parameters: named }))
        const isEncrypted = remote.tls !== 'disable'
        const welcome = await authenticate(socket, reader, { ...remote, isEncrypted })
        return { ...welcome, socket, rest: reader.release() }
      }),
    cancel: (remote, key) =>
      withSocket(remote, { ms: CANCEL_MS }, async (socket) => {
        const closed = new Promise((resolve) => socket.once('close', resolve))
        socket.resume()
        socket.end(writeCancelRequest(key))
        await closed
      }).catch(() => {}),
  }
}

/** The bytes of a text as the characters that `writeStartup` takes. */
const latin1 = (text: string) => Buffer.from(text).toString('latin1')

function connected(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    // Without a listener, a later error would end the process; `close` follows the error.
    socket.on('error', reject)
    socket.once('close', () => reject(new Error('The connection was closed')))
    socket.once('connect', () => {
      socket.setNoDelay(true)
      socket.setKeepAlive(true, KEEP_ALIVE_MS)
      resolve()
    })
  })
}

async function encrypt(socket: Socket, { host, tls, caCertificate }: Remote): Promise<Socket> {
  const reader = readMessages(socket)
  socket.write(SSL_REQUEST)
  const answer = (await reader.bytes(1)).toString('latin1')
  // Bytes before the encryption could come from somebody on the network.
  if (reader.release().length > 0) throw new ForeignBytes('Bytes before the TLS handshake')
  if (answer === 'N' || answer === 'E') throw noTls()
  if (answer !== 'S') throw new ForeignBytes('No response to SSLRequest')
  const name = host.replace(/^\[(.*)\]$/, '$1')
  return new Promise((resolve, reject) => {
    const secured = connectTls({
      socket,
      host: name,
      ...(isIP(name) === 0 && { servername: name }),
      ...(caCertificate !== null && { ca: caCertificate }),
      rejectUnauthorized: tls === 'verify-full',
      ALPNProtocols: ['postgresql'],
    })
    secured.on('error', (cause) => reject(tlsFailed(cause)))
    secured.once('close', () => reject(new Error('The connection was closed')))
    secured.once('secureConnect', () => resolve(secured))
  })
}

const noTls = () =>
  serverInsecure(
    'The server does not offer TLS.',
    'Turn on TLS on the server, or turn it off here if you trust the network in between.',
  )

const tlsFailed = (cause: Error) =>
  serverInsecure(
    `The TLS handshake failed: ${cause.message}`,
    'Check the host name, and add the certificate of the authority that signed the server’s certificate.',
    cause,
  )

function explain(error: unknown, { host, port }: Remote): unknown {
  if (error instanceof AppError) return error
  if (error instanceof ForeignBytes)
    return new AppError(
      'foreign_server_not_postgres',
      `${host}:${port} does not respond like a Postgres server.`,
      { status: 502, hint: 'Check the host and the port.', cause: error },
    )
  const reason = messageOf(error)
  return new AppError(
    'foreign_server_unreachable',
    `Could not connect to ${host}:${port}. ${reason}`,
    { status: 502, hint: 'Check the host, the port, and any firewall in between.', cause: error },
  )
}
