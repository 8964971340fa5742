import type { FastifyReply } from 'fastify'
import type { Lease } from '../fleet/port.ts'

/** Keeps the project awake for a request until it is answered, or its client has gone. */
export function holdLease(reply: FastifyReply, lease: Lease): void {
  reply.raw.once('close', lease.release)
  // Whoever went away while the project woke is not heard of again.
  if (reply.raw.closed) lease.release()
}
