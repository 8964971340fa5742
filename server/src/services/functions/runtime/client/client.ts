import net from 'node:net'
import { createConnection, type Connection, type Exchange } from './connection.ts'
import { writeHead, type ClientRequest } from './request.ts'

/**
 * A client of one process's HTTP server, at a Unix socket. It supports only what calling a function
 * needs, in a fraction of the time that Node's client takes. Responses can be hostile.
 */
export type Client = {
  /** Throws if the request is malformed. */
  send(request: ClientRequest): Exchange
  /** Closes all connections. */
  close(): void
}

const MAX_FREE = 256

export function createClient(socketPath: string): Client {
  const free: Connection[] = []
  const all = new Set<Connection>()

  function open(): Connection {
    const socket = net.connect(socketPath)
    const connection = createConnection(socket, () => {
      if (free.length < MAX_FREE) free.push(connection)
      else connection.close()
    })
    all.add(connection)
    socket.once('close', () => {
      all.delete(connection)
      const index = free.indexOf(connection)
      if (index >= 0) free.splice(index, 1)
    })
    return connection
  }

  function take(): Connection {
    for (let next = free.pop(); next; next = free.pop()) if (next.isOpen()) return next
    return open()
  }

  return {
    send(request) {
      const head = writeHead(request)
      return take().send(head, request)
    },
    close() {
      for (const connection of all) connection.close()
    },
  }
}
