import { z } from 'zod'
import { settingsSection, type SettingsOf } from '../../settings-section.ts'

/** The limits that no project can exceed. */
export const REALTIME_MAX = {
  concurrentUsers: 50_000,
  channelsPerClient: 1000,
  perSecond: 10_000,
  payloadKb: 3000,
} as const

/**
 * Settings of a project's realtime service. A change disconnects its clients, which reconnect. With
 * several server processes, limits of all clients apply to those of each process.
 */
export const realtimeSettings = settingsSection({
  name: 'realtime',
  fields: {
    enabled: z.boolean(),
    /** Refuses public channels, which need no policy on `realtime.messages`. */
    private_only: z.boolean(),
    /** Maximum number of open WebSockets. */
    max_concurrent_users: z.int().min(1).max(REALTIME_MAX.concurrentUsers),
    max_channels_per_client: z.int().min(1).max(REALTIME_MAX.channelsPerClient),
    /** Joins per second of all clients. */
    max_joins_per_second: z.int().min(1).max(REALTIME_MAX.perSecond),
    /** Messages per second that all clients send. */
    max_events_per_second: z.int().min(1).max(REALTIME_MAX.perSecond),
    max_presence_events_per_second: z.int().min(1).max(REALTIME_MAX.perSecond),
    /** Maximum size of one message in kilobytes of 1024 bytes. */
    max_payload_size_in_kb: z.int().min(1).max(REALTIME_MAX.payloadKb),
  },
  defaults: {
    enabled: true,
    private_only: false,
    max_concurrent_users: 200,
    max_channels_per_client: 100,
    max_joins_per_second: 100,
    max_events_per_second: 100,
    max_presence_events_per_second: 20,
    max_payload_size_in_kb: 256,
  },
})
export type RealtimeSettings = SettingsOf<typeof realtimeSettings>
