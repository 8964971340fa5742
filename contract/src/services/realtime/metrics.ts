import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'

/** One minute of a project's realtime service. */
export const RealtimeMinute = z.object({
  from: z.string(),
  /** The most clients and channels that were open at the same time. */
  clients: z.int(),
  channels: z.int(),
  connections: z.int(),
  joins: z.int(),
  /** The time from receiving joins to accepting them, of all joins together. */
  join_ms: z.number(),
  /** Messages that clients sent. */
  messages: z.int(),
  /** Broadcast messages and changes of presence that were sent to clients, once for each client. */
  deliveries: z.int(),
  presences: z.int(),
  /** Changes of the database that were sent to clients, once for each client. */
  changes: z.int(),
  refusals: z.int(),
  errors: z.int(),
})
export type RealtimeMinute = z.infer<typeof RealtimeMinute>

/** Clients and channels that are open now, and the last 60 minutes, oldest first. */
export const RealtimeMetrics = z.object({
  clients: z.int(),
  channels: z.int(),
  minutes: z.array(RealtimeMinute),
})
export type RealtimeMetrics = z.infer<typeof RealtimeMetrics>

export const readRealtimeMetrics = endpoint({
  method: 'GET',
  path: '/platform/realtime/{ref}/metrics',
  access: 'project:read',
  params: z.object({ ref: z.string() }),
  response: RealtimeMetrics,
})
