import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Lease } from '../fleet/port.ts'
import { AppError } from '../lib/errors.ts'

/** How long a stopping server waits for running requests, in milliseconds. */
const GRACE_MS = 3000
/** How long it then waits until their clients have received the refusal. */
const FLUSH_MS = 500

/** Whether the server accepts requests. Its ports open earlier because their numbers are needed. */
export type Readiness = {
  /** Throws 503 `server_starting` before `begin`, and 503 `server_stopping` after `end`. */
  require(): void
  begin(): void
  end(): void
}

export function createReadiness(): Readiness {
  let state: 'starting' | 'ready' | 'stopping' = 'starting'
  return {
    require() {
      if (state === 'ready') return
      throw new AppError(`server_${state}`, `The server is ${state}.`, {
        status: 503,
        hint: 'Try again in a moment.',
        retryAfter: state === 'starting' ? 1 : 5,
      })
    },
    begin: () => void (state = 'ready'),
    end: () => void (state = 'stopping'),
  }
}

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- Fastify's types are extended by merging interfaces.
  interface FastifyInstance {
    /**
     * To be called when the server has begun to stop. Lets the running requests finish for a while,
     * then interrupts their statements and refuses those that still run. New ones get the same
     * refusal until the server is closed.
     */
    drain(interrupt?: () => Promise<void>): Promise<void>
  }
}

/** Refuses every request while the server starts or stops, and adds `drain`. */
export function acceptRequests(
  app: FastifyInstance,
  { requireReady, graceMs = GRACE_MS }: { requireReady: () => void; graceMs?: number },
): void {
  const running = new Set<FastifyReply>()
  let onIdle = () => {}
  let isInterrupted = false
  app.addHook('onRequest', (_request, reply, done) => {
    running.add(reply)
    reply.raw.once('close', () => {
      running.delete(reply)
      if (running.size === 0) onIdle()
    })
    done(refuse(reply))
  })
  // A request whose statement was cancelled fails with the error of its service.
  app.addHook('onSend', (_request, reply, payload, done) => {
    const isError = reply.statusCode >= 500 && !reply.hasHeader('retry-after')
    if (!isInterrupted || !isError || typeof payload !== 'string') return done(null, payload)
    const refusal = refuse(reply)
    if (!(refusal instanceof AppError)) return done(null, payload)
    const { status, code, message, hint, retryAfter } = refusal
    void reply
      .removeHeader('content-length')
      .status(status)
      .headers({
        'content-type': 'application/json; charset=utf-8',
        ...(retryAfter !== undefined && { 'retry-after': `${retryAfter}` }),
      })
    done(null, JSON.stringify({ code, message, hint }))
  })
  app.decorate('drain', async (interrupt) => {
    await untilIdle(graceMs)
    if (running.size > 0) {
      isInterrupted = true
      await interrupt?.()
      await untilIdle(FLUSH_MS)
    }
    for (const reply of running) end(reply)
    await untilIdle(FLUSH_MS)
  })

  function refuse(reply: FastifyReply): Error | undefined {
    try {
      requireReady()
      return undefined
    } catch (error) {
      // Any web page can read the refusal.
      void reply.header('access-control-allow-origin', '*')
      return error as Error
    }
  }

  function end(reply: FastifyReply): void {
    // A response that has begun can only be cut off.
    if (reply.sent || reply.raw.headersSent) return void reply.raw.destroy()
    const refusal = refuse(reply)
    if (refusal) void reply.send(refusal)
  }

  async function untilIdle(deadlineMs: number): Promise<void> {
    if (running.size === 0) return
    const idle = Promise.withResolvers<void>()
    onIdle = idle.resolve
    const deadline = setTimeout(idle.resolve, deadlineMs)
    await idle.promise
    clearTimeout(deadline)
  }
}

/** Keeps the project awake until the request has its response or its client has disconnected. */
export function holdLease(reply: FastifyReply, lease: Lease): void {
  reply.raw.once('close', lease.release)
  // A client that disconnected while the project woke emits no further event.
  if (reply.raw.closed) lease.release()
}

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
 * them as fast as they arrive. Add it before every other hook, so that a request that waits uses
 * nothing yet.
 */
export function limitPipelining(app: FastifyInstance, maxRunning = MAX_RUNNING): void {
  const connections = new WeakMap<Socket, Connection>()

  app.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    const connection = connections.get(socket) ?? open(socket)
    const begin = () => {
      connection.running += 1
      reply.raw.once('close', () => end(connection, socket))
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
