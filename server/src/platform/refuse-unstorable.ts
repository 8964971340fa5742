import type { FastifyRequest } from 'fastify'
import { invalidRequest } from '../lib/refusals.ts'

/**
 * Refuses with 400 `invalid_request` text that Postgres cannot store: a NUL character or half of a
 * surrogate pair, anywhere in the query or the body. Runs before validation, so that no verb or
 * query receives such text.
 */
export async function refuseUnstorable(request: FastifyRequest): Promise<void> {
  if (!holdsUnstorable(request.query) && !holdsUnstorable(request.body)) return
  throw invalidRequest(
    'The request contains a character that cannot be stored.',
    'Remove NUL characters and unpaired surrogates.',
  )
}

/** Uses its own stack instead of recursion, because the sender chooses the body's depth. */
function holdsUnstorable(value: unknown): boolean {
  const pending = [value]
  while (pending.length > 0) {
    const next = pending.pop()
    if (typeof next === 'string' && (next.includes('\0') || !next.isWellFormed())) return true
    if (typeof next === 'object' && next !== null)
      for (const entry of Object.entries(next)) pending.push(...entry)
  }
  return false
}
