import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { databaseUnavailable } from '../unavailable.ts'

/** The path of a cluster's Unix socket, as libpq builds it. */
export const socketPathOf = (cluster: { readonly socketDir: string; readonly port: number }) =>
  path.join(cluster.socketDir, `.s.PGSQL.${cluster.port}`)

/** Connects to a cluster. Rejects with 503 `database_unavailable` if no cluster listens there. */
export function connectToCluster(socketPath: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const server = connect({ path: socketPath, allowHalfOpen: true })
    server.once('connect', () => resolve(server))
    // Without a listener, a later error would end the process; `close` follows the error.
    server.on('error', (cause) => reject(databaseUnavailable(cause)))
  })
}
