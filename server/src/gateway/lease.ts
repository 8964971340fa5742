import type { Lease } from '../fleet/port.ts'
import type { Visit } from './visit.ts'

/** Keeps the project awake until the visit is over. */
export function holdLease(visit: Visit, lease: Lease): void {
  // A client that disconnected while the project woke causes no further event.
  if (visit.isOver) return lease.release()
  visit.lease = lease
  visit.keys = lease.project.keys
}
