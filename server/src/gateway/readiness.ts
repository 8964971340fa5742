import type { FastifyInstance, FastifyReply } from 'fastify'
import { retryAfterHeader } from '../lib/retry-after.ts'
import { AppError } from '../lib/errors.ts'
import { createLiveList } from '../lib/live-list.ts'

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

/**
 * Call it when the server begins to stop. Running requests may finish for a while; then their
 * statements are interrupted and those that still run are refused. New requests get the same
 * refusal until the server is closed.
 */
export type DrainRequests = (interrupt?: () => Promise<void>) => Promise<void>

/** Refuses every request while the server starts or stops. */
export function acceptRequests(
  app: FastifyInstance,
  { requireReady, graceMs = GRACE_MS }: { requireReady: () => void; graceMs?: number },
): DrainRequests {
  const running = createLiveList<FastifyReply>()
  let onIdle = () => {}
  let isInterrupted = false
  app.addHook('onRequest', (_request, reply, done) => {
    const entry = running.add(reply)
    reply.raw.on('close', () => {
      running.remove(entry)
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
    const { status, code, message, hint } = refusal
    void reply
      .removeHeader('content-length')
      .status(status)
      .headers({
        'content-type': 'application/json; charset=utf-8',
        ...retryAfterHeader(refusal),
      })
    done(null, JSON.stringify({ code, message, hint }))
  })
  return async (interrupt) => {
    await untilIdle(graceMs)
    if (running.size > 0) {
      isInterrupted = true
      await interrupt?.()
      await untilIdle(FLUSH_MS)
    }
    for (const reply of running.items()) end(reply)
    await untilIdle(FLUSH_MS)
  }

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
