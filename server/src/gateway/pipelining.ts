import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Requests of one connection that run at the same time. Responses are sent in order anyway. */
const MAX_RUNNING = 16

type Connection = {
  running: number
  /** Parsed requests that have not begun, in order. */
  readonly waiting: (() => void)[]
}

/**
 * Runs a few requests of each connection at a time and stops reading the connection while others
 * wait. A client may send requests without waiting for responses (RFC 9112, 9.3.2), and Node parses
 * them as fast as they arrive. Add it before every other hook, so that waiting requests hold no
 * resources.
 */
export function limitPipelining(app: FastifyInstance, maxRunning = MAX_RUNNING): void {
  const connections = new WeakMap<Socket, Connection>()

  app.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    const connection = connections.get(socket) ?? open(socket)
    const begin = () => {
      connection.running += 1
      reply.raw.on('close', () => end(connection, socket))
      done()
    }
    if (connection.running < maxRunning) return begin()
    connection.waiting.push(begin)
    socket.pause()
  })

  function open(socket: Socket): Connection {
    const connection: Connection = { running: 0, waiting: [] }
    connections.set(socket, connection)
    // Node resumes reading at the end of each request that it parses.
    socket.on('resume', () => {
      if (connection.waiting.length > 0) socket.pause()
    })
    return connection
  }

  function end(connection: Connection, socket: Socket): void {
    connection.running -= 1
    if (socket.destroyed) return void connection.waiting.splice(0)
    const begin = connection.waiting.shift()
    if (!begin) return
    begin()
    if (connection.waiting.length === 0) socket.resume()
  }
}
