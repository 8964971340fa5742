import type { Client } from 'pg'
import { sendCancel, socketPathOf } from '../front-door/sockets.ts'

/** Resolves soon, even if Postgres does not respond. */
const DEADLINE_MS = 500

/**
 * Cancels the running statement of a connection to a cluster on this machine. Resolves when Postgres
 * has received the request; the statement then fails with 57014, unless it has ended before.
 */
export async function cancelStatement(client: Client): Promise<void> {
  // The types of pg leave these out.
  const pid: unknown = Reflect.get(client, 'processID')
  const number: unknown = Reflect.get(client, 'secretKey')
  if (typeof pid !== 'number' || typeof number !== 'number') return
  const secret = Buffer.alloc(4)
  secret.writeInt32BE(number)
  const socketPath = socketPathOf({ socketDir: client.host, port: client.port })
  await sendCancel(socketPath, { pid, secret }, DEADLINE_MS)
}
