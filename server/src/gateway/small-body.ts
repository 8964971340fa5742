import type { FastifyReply, FastifyRequest } from 'fastify'
import { tooSlow } from './slow-body.ts'

/** A body up to this length fits into the request's buffer, so that it arrives without a reader. */
const MAX_BYTES = 32 * 1024
const DEADLINE_MS = 30_000

/**
 * Waits for a small body before the request keeps a project awake, so that a client cannot keep it
 * awake by sending slowly. Undefined if there is nothing to wait for. Rejects with 408
 * `request_too_slow` at the deadline.
 */
export function smallBody(
  { raw }: FastifyRequest,
  reply: FastifyReply,
  deadlineMs = DEADLINE_MS,
): Promise<void> | undefined {
  const length = Number(raw.headers['content-length'] ?? 0)
  if (raw.complete || !(length > 0) || length > MAX_BYTES) return undefined
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      stop()
      void reply.header('connection', 'close')
      reject(tooSlow())
    }, deadlineMs)
    raw.on('readable', check)
    raw.once('close', end)

    function check(): void {
      if (raw.complete) end()
    }
    function end(): void {
      stop()
      resolve()
    }
    function stop(): void {
      clearTimeout(late)
      raw.off('readable', check)
      raw.off('close', end)
    }
  })
}
