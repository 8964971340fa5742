import { chmod } from 'node:fs/promises'
import net from 'node:net'
import type { DatabaseDoor } from '../database/door.ts'
import { join, type Gate } from './gate.ts'

/** Connections of one process at the same time. */
const MAX_CONNECTIONS = 20
const NOTHING = Buffer.alloc(0)

/**
 * Listens on a Unix socket and passes connections on to the port at which the installation's clients
 * sign in to Postgres, and to nothing else: the port can be at an address of this machine, and all of
 * those are closed to functions.
 */
export async function openDatabaseGate(
  file: string,
  { localHost, port }: DatabaseDoor,
): Promise<Gate> {
  const sockets = new Set<net.Socket>()
  const server = net.createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    join(socket, net.connect(port, localHost), { head: NOTHING, rest: NOTHING })
  })
  server.maxConnections = MAX_CONNECTIONS
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(file, resolve)
  })
  // The function's process can run as another account; its folder is open to that one alone.
  await chmod(file, 0o666)
  return {
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
