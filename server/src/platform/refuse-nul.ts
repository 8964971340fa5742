import type { FastifyRequest } from 'fastify'
import { AppError } from '../lib/errors.ts'

/**
 * Refuses with 400 `invalid_request` what Postgres cannot store: a NUL character anywhere in the
 * query or the body. Before validation, so that no verb and no query meets one.
 */
export async function refuseNul(request: FastifyRequest): Promise<void> {
  if (!holdsNul(request.query) && !holdsNul(request.body)) return
  throw new AppError('invalid_request', 'The request contains a NUL character.', { status: 400 })
}

/** With a list of its own in place of recursion: the depth of a body is the sender's choice. */
function holdsNul(value: unknown): boolean {
  const pending = [value]
  while (pending.length > 0) {
    const next = pending.pop()
    if (typeof next === 'string' && next.includes('\0')) return true
    if (typeof next === 'object' && next !== null)
      for (const entry of Object.entries(next)) pending.push(...entry)
  }
  return false
}
