import { createHash, timingSafeEqual } from 'node:crypto'
import type { Socket } from 'node:net'
import { AppError } from '../../../lib/errors.ts'
import {
  MAX_STARTUP_BYTES,
  readFirstMessage,
  type CancelKey,
  type Startup,
} from '../../../postgres/front-door/startup-message.ts'
import { quoteIdent } from '../../../postgres/sql.ts'
import { int32, readMessages, writeMessage, type MessageReader } from './messages.ts'

/**
 * The request of the project's Postgres: a session, or a cancellation of another session's
 * statement.
 */
export type Greeting =
  | { readonly kind: 'cancel'; readonly key: CancelKey }
  | { readonly kind: 'session'; readonly startup: Startup }

const AUTHENTICATE_CLEARTEXT = writeMessage('R', int32(3))
const SSL_OR_GSS_REFUSED = 'N'

/**
 * Reads a connection up to its start-up message and asks for the password of the user mapping.
 * Rejects with `foreign_user_mapping` for any other password. The socket is paused afterwards.
 */
export async function greet(
  local: Socket,
  { name, password }: { readonly name: string; readonly password: string },
): Promise<Greeting> {
  const reader = readMessages(local)
  try {
    const first = await readFirst(local, reader)
    if (first.kind === 'cancel') return first
    local.write(AUTHENTICATE_CLEARTEXT)
    const { type, body } = await reader.next()
    const given = body.toString('utf8').replace(/\0$/, '')
    // Only the user mapping that the service made leads to the credential in the vault.
    if (type !== 'p' || !isSame(given, password)) throw foreignMapping(name)
    return first
  } finally {
    reader.release()
  }
}

async function readFirst(local: Socket, reader: MessageReader): Promise<Greeting> {
  for (;;) {
    const head = await reader.bytes(4)
    const size = head.readUInt32BE(0)
    if (size < 8 || size > MAX_STARTUP_BYTES) throw new Error('Not a message of this protocol')
    const message = readFirstMessage(Buffer.concat([head, await reader.bytes(size - 4)]))
    if (message.kind === 'cancel') return { kind: 'cancel', key: message.key }
    if (message.kind === 'startup') return { kind: 'session', startup: message.startup }
    if (message.kind !== 'ssl' && message.kind !== 'gss')
      throw new Error('Not a message of this protocol')
    local.write(SSL_OR_GSS_REFUSED)
  }
}

const isSame = (given: string, expected: string) => {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}

const foreignMapping = (name: string) =>
  new AppError(
    'foreign_user_mapping',
    `The server ${name} accepts only the user mapping that was created with it.`,
    {
      status: 403,
      hint: `Run: drop user mapping for current_user server ${quoteIdent(name)}. If the database is a copy, save the server’s password again.`,
    },
  )
