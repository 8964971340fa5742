/**
 * The first message of a connection (PostgreSQL protocol 3.x, "Message Formats"): the only ones
 * without a type byte. `size` is how many bytes it takes; what follows belongs to the next reader.
 */
export type FirstMessage =
  /** More bytes are needed. */
  | { readonly kind: 'incomplete' }
  /** A TLS ClientHello: `sslnegotiation=direct`, or another protocol. */
  | { readonly kind: 'tls' }
  /** Another protocol, whose client would not understand an error. */
  | { readonly kind: 'foreign' }
  /** This protocol, with an invalid message. */
  | { readonly kind: 'malformed'; readonly reason: string }
  | { readonly kind: 'version'; readonly version: string }
  | { readonly kind: 'ssl' | 'gss'; readonly size: number }
  | { readonly kind: 'cancel'; readonly size: number; readonly key: CancelKey }
  | { readonly kind: 'startup'; readonly size: number; readonly startup: Startup }

/**
 * The session's key in a cancel request. The secret has 4 bytes in protocol 3.0, up to 256 in 3.2.
 */
export type CancelKey = { readonly pid: number; readonly secret: Buffer }

/**
 * Names and values have one character per byte (latin1): they are in the client's encoding, and the
 * server must get them unchanged.
 */
export type Startup = {
  readonly minor: number
  readonly parameters: ReadonlyMap<string, string>
}

/** Postgres's own limit for a start-up packet, in bytes. */
export const MAX_STARTUP_BYTES = 10_000
export const MAX_SECRET_BYTES = 256

const PROTOCOL_MAJOR = 3
/** Special requests use this in place of a major version. */
const REQUEST = 1234
const CANCEL = 5678
const SSL = 5679
const GSS = 5680
const TLS_HANDSHAKE = 0x16

/** Reads the message at the start of `bytes`. Never throws, and never needs more than `MAX_STARTUP_BYTES`. */
export function readFirstMessage(bytes: Buffer): FirstMessage {
  if (bytes[0] === TLS_HANDSHAKE) return { kind: 'tls' }
  // A length below 64 K starts with two zero bytes; text and random bytes do not.
  if ((bytes[0] ?? 0) !== 0 || (bytes[1] ?? 0) !== 0) return { kind: 'foreign' }
  if (bytes.length < 4) return { kind: 'incomplete' }
  const size = bytes.readUInt32BE(0)
  if (size < 8 || size > MAX_STARTUP_BYTES) return { kind: 'foreign' }
  if (bytes.length < 8) return { kind: 'incomplete' }
  const major = bytes.readUInt16BE(4)
  const minor = bytes.readUInt16BE(6)
  if (major !== PROTOCOL_MAJOR && major !== REQUEST)
    return major <= 2 ? { kind: 'version', version: `${major}.${minor}` } : { kind: 'foreign' }
  if (bytes.length < size) return { kind: 'incomplete' }
  const body = bytes.subarray(8, size)
  return major === REQUEST ? readRequest(minor, body, size) : readStartup(minor, body, size)
}

/** The bytes of a start-up message, its parameters in their order. */
export function writeStartup({ minor, parameters }: Startup): Buffer {
  const pairs = [...parameters].map(([name, value]) => `${name}\0${value}\0`).join('')
  return packet(PROTOCOL_MAJOR, minor, Buffer.from(`${pairs}\0`, 'latin1'))
}

export function writeCancelRequest({ pid, secret }: CancelKey): Buffer {
  const body = Buffer.alloc(4 + secret.length)
  body.writeUInt32BE(pid, 0)
  secret.copy(body, 4)
  return packet(REQUEST, CANCEL, body)
}

function readRequest(code: number, body: Buffer, size: number): FirstMessage {
  if (code === CANCEL) {
    const length = body.length - 4
    if (length < 1 || length > MAX_SECRET_BYTES) return { kind: 'foreign' }
    const key = { pid: body.readUInt32BE(0), secret: Buffer.from(body.subarray(4)) }
    return { kind: 'cancel', size, key }
  }
  if (code === SSL || code === GSS) {
    if (body.length > 0) return { kind: 'foreign' }
    return { kind: code === SSL ? 'ssl' : 'gss', size }
  }
  return { kind: 'version', version: `${REQUEST}.${code}` }
}

function readStartup(minor: number, body: Buffer, size: number): FirstMessage {
  const parameters = new Map<string, string>()
  const texts = body.toString('latin1').split('\0')
  // The terminator leaves two empty texts after the last value.
  if (texts.length < 2 || texts.at(-1) !== '' || texts.at(-2) !== '' || texts.length % 2 !== 0)
    return { kind: 'malformed', reason: 'invalid startup packet layout' }
  for (let index = 0; index + 2 < texts.length; index += 2) {
    const name = texts[index] ?? ''
    if (name === '') return { kind: 'malformed', reason: 'invalid startup packet layout' }
    // As in Postgres, the last value counts. Only that one is forwarded, so that a second `user`
    // cannot bypass a check.
    parameters.set(name, texts[index + 1] ?? '')
  }
  return { kind: 'startup', size, startup: { minor, parameters } }
}

function packet(major: number, minor: number, body: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + body.length, 0)
  head.writeUInt16BE(major, 4)
  head.writeUInt16BE(minor, 6)
  return Buffer.concat([head, body])
}
