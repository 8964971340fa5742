import type { FastifyInstance } from 'fastify'

/** How long a stopping server waits for running requests, in milliseconds. */
const DEADLINE_MS = 5000

/**
 * Lets running requests finish before the server closes its connections. Refusing requests that
 * arrive meanwhile is left to other code.
 */
export function drainOnClose(app: FastifyInstance, deadlineMs = DEADLINE_MS): void {
  let running = 0
  let onIdle = () => {}
  app.addHook('onRequest', (_request, reply, done) => {
    running += 1
    reply.raw.once('close', () => {
      running -= 1
      if (running === 0) onIdle()
    })
    done()
  })
  app.addHook('preClose', async () => {
    if (running === 0) return
    const idle = Promise.withResolvers<void>()
    onIdle = idle.resolve
    const deadline = setTimeout(idle.resolve, deadlineMs)
    await idle.promise
    clearTimeout(deadline)
  })
}
