import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { AppError } from '../../lib/errors.ts'
import { writeCancelRequest, type CancelKey } from './startup-message.ts'

/** The path at which libpq looks for a cluster's Unix socket. */
export const socketPathOf = (cluster: { readonly socketDir: string; readonly port: number }) =>
  path.join(cluster.socketDir, `.s.PGSQL.${cluster.port}`)

/** Connects to a cluster. Rejects with 503 `project_not_ready` when nothing listens there. */
export function connectToCluster(socketPath: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const server = connect({ path: socketPath, allowHalfOpen: true })
    server.once('connect', () => resolve(server))
    // After connecting, this listener only keeps an error from ending the process: `close` follows.
    server.on('error', (cause) =>
      reject(
        new AppError('project_not_ready', 'Its Postgres is not listening.', { status: 503, cause }),
      ),
    )
  })
}

/**
 * Asks a cluster to cancel a session's statement. Resolves when the cluster closes the connection,
 * which means that it has the request, or cannot be reached, or after `deadlineMs`.
 */
export async function sendCancel(
  socketPath: string,
  key: CancelKey,
  deadlineMs: number,
): Promise<void> {
  const server = await connectToCluster(socketPath).catch(() => undefined)
  if (!server) return
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => server.destroy(), deadlineMs)
    server.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
    server.once('end', () => server.destroy())
    server.resume()
    server.write(writeCancelRequest(key))
  })
}

/**
 * Ends a connection with a last message. Incoming bytes are read and dropped for up to `lingerMs`:
 * closing with unread bytes would reset the connection and lose the message.
 */
export function dismiss(stream: Socket, lingerMs: number, lastWord?: Buffer): void {
  if (stream.destroyed) return
  const timer = setTimeout(() => stream.destroy(), lingerMs)
  stream.once('close', () => clearTimeout(timer))
  if (lastWord && !stream.writableEnded) stream.write(lastWord)
  stream.end()
  stream.resume()
}
