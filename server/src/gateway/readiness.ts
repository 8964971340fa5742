import type { FastifyInstance } from 'fastify'
import { AppError } from '../lib/errors.ts'

/** How long a stopping server waits for running requests, in milliseconds. */
const DEADLINE_MS = 5000

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

/**
 * Refuses every request while the server starts or stops, and lets those that it accepted finish
 * before it closes their connections.
 */
export function acceptRequests(
  app: FastifyInstance,
  { requireReady, deadlineMs = DEADLINE_MS }: { requireReady: () => void; deadlineMs?: number },
): void {
  let running = 0
  let onIdle = () => {}
  app.addHook('onRequest', (_request, reply, done) => {
    running += 1
    reply.raw.once('close', () => {
      running -= 1
      if (running === 0) onIdle()
    })
    try {
      requireReady()
    } catch (error) {
      // Any web page can read the refusal.
      void reply.header('access-control-allow-origin', '*')
      return done(error as Error)
    }
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
