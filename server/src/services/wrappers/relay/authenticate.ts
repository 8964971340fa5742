import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import type { CancelKey } from '../../../postgres/front-door/startup-message.ts'
import { AppError } from '../../../lib/errors.ts'
import { serverInsecure } from '../errors.ts'
import { ForeignBytes, int32, writeMessage, type Message, type MessageReader } from './messages.ts'
import { createScramClient, SCRAM, type ScramClient } from './scram-client.ts'

export type Credential = { readonly user: string; readonly password: string }

/** A server's messages up to an open session. */
export type Welcome = {
  /** The messages after AuthenticationOk without the key, up to ReadyForQuery. */
  readonly greeting: Buffer
  /** Identifies the session in a cancel request to the server. */
  readonly cancelKey: CancelKey | undefined
  readonly version: string | undefined
}

/** Codes of the message Authentication. */
const OK = 0
const CLEARTEXT = 3
const MD5 = 5
const SASL = 10
const SASL_CONTINUE = 11
const SASL_FINAL = 12

/**
 * Responds to the server's authentication requests and reads until it is ready. Rejects with 502
 * `foreign_server_rejected` and the server's message, `foreign_server_insecure`, or `ForeignBytes`.
 */
export async function authenticate(
  socket: Socket,
  reader: MessageReader,
  { user, password, isEncrypted }: Credential & { readonly isEncrypted: boolean },
): Promise<Welcome> {
  const send = (body: Buffer) => void socket.write(writeMessage('p', body))
  let scram: ScramClient | undefined
  let isProven = true
  for (;;) {
    const { type, body } = await reader.next()
    if (type === 'E') throw rejected(body)
    if (type === 'N' || type === 'v') continue
    if (type !== 'R' || body.length < 4) throw new ForeignBytes(`A message of the type ${type}`)
    const code = body.readInt32BE(0)
    const rest = body.subarray(4)
    if (code === OK) {
      if (!isProven) throw new ForeignBytes('The server ended the authentication early')
      return readWelcome(reader)
    }
    if (code === CLEARTEXT) {
      if (!isEncrypted) throw insecure()
      send(Buffer.from(`${password}\0`))
    } else if (code === MD5) send(Buffer.from(`md5${md5Response(user, password, rest)}\0`))
    else if (code === SASL) {
      if (!rest.toString('latin1').split('\0').includes(SCRAM)) throw unsupported()
      scram = createScramClient(password)
      isProven = false
      const first = Buffer.from(scram.first)
      send(Buffer.concat([Buffer.from(`${SCRAM}\0`), int32(first.length), first]))
    } else if (code === SASL_CONTINUE && scram)
      send(Buffer.from(await scram.respond(rest.toString('latin1'))))
    else if (code === SASL_FINAL && scram) {
      scram.verify(rest.toString('latin1'))
      isProven = true
    } else throw unsupported()
  }
}

async function readWelcome(reader: MessageReader): Promise<Welcome> {
  const messages: Message[] = []
  let cancelKey: CancelKey | undefined
  let version: string | undefined
  for (;;) {
    const message = await reader.next()
    const { type, body } = message
    if (type === 'E') throw rejected(body)
    if (type === 'K' && body.length > 4)
      cancelKey = { pid: body.readUInt32BE(0), secret: Buffer.from(body.subarray(4)) }
    else if ('SNvZ'.includes(type)) messages.push(message)
    else throw new ForeignBytes(`A message of the type ${type}`)
    if (type === 'S') {
      const [name, value] = body.toString('utf8').split('\0')
      if (name === 'server_version') version = value?.slice(0, 100)
    }
    if (type !== 'Z') continue
    const greeting = messages.map((one) => writeMessage(one.type, one.body))
    return { greeting: Buffer.concat(greeting), cancelKey, version }
  }
}

const md5 = (...parts: readonly (string | Buffer)[]) => {
  const hash = createHash('md5')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}

const md5Response = (user: string, password: string, salt: Buffer) =>
  md5(md5(password, user), salt.subarray(0, 4))

/** The message of an ErrorResponse from the server. */
function rejected(body: Buffer): AppError {
  const fields = body.toString('utf8').split('\0')
  const said = fields.find((field) => field.startsWith('M'))?.slice(1, 501) ?? 'no reason was given'
  return new AppError('foreign_server_rejected', `The server rejected the connection: ${said}`, {
    status: 502,
    hint: 'Check the user, the password, and the database.',
  })
}

const insecure = () =>
  serverInsecure(
    'The server asks for the password in clear text, and the connection is not encrypted.',
    'Turn on TLS for this server.',
  )

const unsupported = () =>
  new AppError(
    'foreign_server_rejected',
    'The server requests an unsupported authentication method.',
    {
      status: 502,
      hint: 'Use a user that signs in with a password (SCRAM-SHA-256 or MD5).',
    },
  )
