import type { Socket } from 'node:net'
import { TLSSocket, type SecureContext } from 'node:tls'
import type { Certificate } from './certificate.ts'
import { SQL_STATE, type Refusal } from './error-response.ts'
import { readFirstMessage, type FirstMessage } from './startup-message.ts'
import type { CancelKey, Startup } from './startup-message.ts'

/** A client's request after the negotiation of encryption. `stream` is its socket, or the TLS socket around it. */
export type Greeting =
  | {
      readonly kind: 'startup'
      readonly stream: Socket
      readonly startup: Startup
      /** Bytes after the start-up message, to be forwarded to the cluster. */
      readonly rest: Buffer
      readonly serverName: string | undefined
    }
  | { readonly kind: 'cancel'; readonly stream: Socket; readonly key: CancelKey }
  | { readonly kind: 'refused'; readonly stream: Socket; readonly refusal: Refusal }
  /** The client does not speak the protocol or has disconnected, so it gets no error message. */
  | { readonly kind: 'foreign'; readonly farewell?: Buffer }

export type GreetingOptions = {
  /** Without a certificate, clients are told to continue unencrypted. */
  readonly certificate: Certificate | undefined
  /** Called when the first byte has arrived. */
  onSpeaking(): void
}

/** The ALPN name of the Postgres protocol; required if the connection starts with TLS. */
const ALPN = 'postgresql'
/** A fatal handshake_failure alert (RFC 8446, 6.2), which gives a TLS client a reason. */
const TLS_ALERT = Buffer.from([0x15, 0x03, 0x01, 0x00, 0x02, 0x02, 0x28])

const UNENCRYPTED_DATA: Refusal = {
  sqlState: SQL_STATE.protocolViolation,
  message: 'received data between an encryption request and its response',
  detail: 'Someone on the network may have inserted the data.',
}

/**
 * Reads a connection up to its start-up message or cancel request, and responds to SSLRequest and
 * GSSENCRequest (protocol 3.x, "SSL Session Encryption"). Always resolves, with a paused stream. The
 * caller destroys a connection that takes too long.
 */
export async function readGreeting(socket: Socket, options: GreetingOptions): Promise<Greeting> {
  const asked = new Set<string>()
  let stream = socket
  socket.once('data', () => options.onSpeaking())
  for (;;) {
    const { message, bytes } = await nextMessage(stream)
    if (message.kind === 'tls') {
      if (stream !== socket || asked.size > 0) return { kind: 'foreign' }
      if (!options.certificate) return { kind: 'foreign', farewell: TLS_ALERT }
      const context = await options.certificate.context()
      socket.unshift(bytes)
      const secured = await secure(socket, context)
      if (secured?.alpnProtocol !== ALPN) return { kind: 'foreign' }
      stream = secured
      continue
    }
    if (message.kind === 'incomplete' || message.kind === 'foreign') return { kind: 'foreign' }
    if (message.kind === 'malformed')
      return refuse(stream, SQL_STATE.protocolViolation, message.reason)
    if (message.kind === 'version') return refuseVersion(stream, message.version)
    const rest = bytes.subarray(message.size)
    if (message.kind === 'cancel') return { kind: 'cancel', stream, key: message.key }
    if (message.kind === 'startup') {
      const serverName = stream instanceof TLSSocket ? nameOf(stream) : undefined
      return { kind: 'startup', stream, startup: message.startup, rest, serverName }
    }
    if (asked.has(message.kind) || stream !== socket)
      return refuse(stream, SQL_STATE.protocolViolation, 'encryption was requested twice')
    if (rest.length > 0) return { kind: 'refused', stream, refusal: UNENCRYPTED_DATA }
    asked.add(message.kind)
    if (message.kind === 'gss' || !options.certificate) {
      socket.write('N')
      continue
    }
    const context = await options.certificate.context()
    socket.write('S')
    const secured = await secure(socket, context)
    if (!secured) return { kind: 'foreign' }
    stream = secured
  }
}

/** Collects bytes until their message is known, then pauses the stream. `incomplete` means that the client has disconnected. */
function nextMessage(stream: Socket): Promise<{ message: FirstMessage; bytes: Buffer }> {
  return new Promise((resolve) => {
    let bytes: Buffer = Buffer.alloc(0)
    let message: FirstMessage = { kind: 'incomplete' }
    function onData(chunk: Buffer): void {
      bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk])
      message = readFirstMessage(bytes)
      if (message.kind !== 'incomplete') settle()
    }
    function settle(): void {
      stream.pause()
      stream.off('data', onData).off('end', settle).off('close', settle)
      resolve({ message, bytes })
    }
    stream.on('data', onData).once('end', settle).once('close', settle)
    if (stream.destroyed || stream.readableEnded) settle()
    stream.resume()
  })
}

/** Performs the server's side of a TLS handshake; undefined if it fails, which closes the socket. */
function secure(socket: Socket, secureContext: SecureContext): Promise<TLSSocket | undefined> {
  return new Promise((resolve) => {
    const secured = new TLSSocket(socket, {
      isServer: true,
      secureContext,
      ALPNProtocols: [ALPN],
    })
    // A failed handshake is the client's fault and not logged; `close` follows the error.
    secured.on('error', () => secured.destroy())
    secured.once('secure', () => resolve(secured))
    secured.once('close', () => resolve(undefined))
  })
}

function nameOf(stream: TLSSocket): string | undefined {
  // The value is `false` if the client named no server; the types describe only a client's socket.
  const name: unknown = Reflect.get(stream, 'servername')
  return typeof name === 'string' && name !== '' ? name : undefined
}

const refuse = (stream: Socket, sqlState: string, message: string): Greeting => ({
  kind: 'refused',
  stream,
  refusal: { sqlState, message },
})

const refuseVersion = (stream: Socket, version: string): Greeting => ({
  kind: 'refused',
  stream,
  refusal: {
    sqlState: SQL_STATE.featureNotSupported,
    message: `unsupported frontend protocol ${version}`,
    hint: 'The server speaks protocol 3; use a newer client.',
  },
})
