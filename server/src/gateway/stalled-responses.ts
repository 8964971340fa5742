import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

type Patience = {
  readonly checkMs: number
  /** How long a client may read nothing of the bytes that are ready for it. */
  readonly stallMs: number
}

const PATIENCE: Patience = { checkMs: 10_000, stallMs: 30_000 }

/**
 * Ends connections whose client does not read: a response in progress occupies memory or disk space
 * and keeps its project awake. A client that reads slowly but steadily gets the whole response.
 */
export function endStalledResponses(
  app: FastifyInstance,
  { checkMs, stallMs }: Patience = PATIENCE,
): void {
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const timer = setInterval(() => {
    for (const socket of sockets) check(socket)
  }, checkMs)
  timer.unref()
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer)
    done()
  })

  /** Uses the socket's own timer, which sees how much of a single long write has been taken. */
  function check(socket: Socket): void {
    const isWaiting = socket.writableLength > 0
    // Between requests, the server uses the timer with another duration.
    const isTimed = socket.timeout === stallMs
    if (isWaiting && !isTimed) socket.setTimeout(stallMs, end)
    if (!isWaiting && isTimed) socket.setTimeout(0)
    if (!isWaiting) socket.off('timeout', end)
  }
}

function end(this: Socket): void {
  this.destroy()
}
