import path from 'node:path'
import type { Client } from 'pg'
import { sendCancel } from './cancel-request.ts'

/** Limits the wait for a Postgres that does not respond. */
const DEADLINE_MS = 1000

/**
 * Cancels the running statement of a connection, which then fails with 57014 unless it has already
 * ended. Resolves to whether Postgres has confirmed the request; an unconfirmed one can still
 * arrive.
 */
export function cancelStatement(client: Client): Promise<boolean> {
  // The types of pg leave these out. A session of protocol 3.0 has a secret of four bytes.
  const pid: unknown = Reflect.get(client, 'processID')
  const secretKey: unknown = Reflect.get(client, 'secretKey')
  if (typeof pid !== 'number' || typeof secretKey !== 'number') return Promise.resolve(false)
  const secret = Buffer.alloc(4)
  secret.writeInt32BE(secretKey)
  const { host, port } = client
  const address = host.startsWith('/')
    ? { path: path.join(host, `.s.PGSQL.${port}`) }
    : { host, port }
  return sendCancel(address, { pid, secret }, DEADLINE_MS)
}
