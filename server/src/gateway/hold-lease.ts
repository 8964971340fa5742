import type { FastifyReply } from 'fastify'
import type { Lease } from '../fleet/port.ts'

/** Keeps the project awake until the request has its response or its client has disconnected. */
export function holdLease(reply: FastifyReply, lease: Lease): void {
  reply.raw.once('close', lease.release)
  // A client that disconnected while the project woke emits no further event.
  if (reply.raw.closed) lease.release()
}
