import type { Meter } from '../../../project/service.ts'

/** The service's counters, per hour for the project's usage and per minute for the last hour. */
export const METERS = {
  connections: { unit: 'count', title: 'Clients connected' },
  joins: { unit: 'count', title: 'Channels joined' },
  join_ms: { unit: 'milliseconds', title: 'Time to join channels' },
  messages: { unit: 'count', title: 'Messages sent by clients' },
  deliveries: { unit: 'count', title: 'Messages delivered to clients' },
  presences: { unit: 'count', title: 'Presence changes' },
  changes: { unit: 'count', title: 'Database changes delivered to clients' },
  refusals: { unit: 'count', title: 'Rejected connections, joins and messages' },
  errors: { unit: 'count', title: 'Channel errors and slow clients disconnected' },
  // An hour's sum divided by the hour is the average number of clients in it.
  client_ms: { unit: 'milliseconds', title: 'Time that clients were connected' },
  channel_ms: { unit: 'milliseconds', title: 'Time that channels were joined' },
} as const satisfies Readonly<Record<string, Meter>>

export type MeterName = keyof typeof METERS
