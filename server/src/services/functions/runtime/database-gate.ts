import net, { type Socket } from 'node:net'
import { openAt, type Gate } from './gate-server.ts'

/** Connections of one process at the same time. */
const MAX_CONNECTIONS = 20

/**
 * Listens on a Unix socket and hands connections over to the place where the installation's clients
 * sign in to Postgres, and to nothing else: its port can be at an address of this machine, and all
 * of those are closed to functions. A connection from here has no address, so it is known to be a
 * function's.
 */
export function openDatabaseGate(file: string, serve: (socket: Socket) => void): Promise<Gate> {
  const server = net.createServer({ allowHalfOpen: true, pauseOnConnect: true }, serve)
  server.maxConnections = MAX_CONNECTIONS
  return openAt(file, server)
}
