import net from 'node:net'
import type { DatabaseDoor } from '../database/door.ts'
import { openAt, type Gate } from './gate-server.ts'
import { join } from './gate.ts'

/** Connections of one process at the same time. */
const MAX_CONNECTIONS = 20
const NOTHING = Buffer.alloc(0)

/**
 * Listens on a Unix socket and passes connections on to the port at which the installation's clients
 * sign in to Postgres, and to nothing else: the port can be at an address of this machine, and all of
 * those are closed to functions.
 */
export function openDatabaseGate(file: string, { localHost, port }: DatabaseDoor): Promise<Gate> {
  const server = net.createServer((socket) =>
    join(socket, net.connect(port, localHost), { head: NOTHING, rest: NOTHING }),
  )
  server.maxConnections = MAX_CONNECTIONS
  return openAt(file, server)
}
