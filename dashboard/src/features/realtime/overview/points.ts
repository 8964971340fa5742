import type { UsageHour } from '@stoa/contract/platform/projects'
import type { RealtimeMinute } from '@stoa/contract/services/realtime/metrics'

/** A minute of the last hour, or an hour of the last day. */
export type Point = Omit<RealtimeMinute, 'from'> & {
  /** Milliseconds. */
  from: number
}

const HOUR_MS = 3_600_000
const HOURS = 24

/** Each minute has the maximum number of clients and channels open in it. */
export const minutePoints = (minutes: readonly RealtimeMinute[]): readonly Point[] =>
  minutes.map((minute) => ({ ...minute, from: Date.parse(minute.from) }))

/**
 * The counters of the last 24 hours; the last hour is not over yet. Each hour has the average
 * number of clients and channels.
 */
export function hourPoints(usage: readonly UsageHour[], now: number): readonly Point[] {
  const current = now - (now % HOUR_MS)
  return Array.from({ length: HOURS }, (_, index) => {
    const from = current - (HOURS - 1 - index) * HOUR_MS
    const amountOf = (name: string) =>
      usage.find(
        ({ service, meter, hour }) =>
          service === 'realtime' && meter === name && Date.parse(hour) === from,
      )?.amount ?? 0
    const passed = Math.max(1, Math.min(HOUR_MS, now - from))
    const average = (name: string) => Math.round((amountOf(name) / passed) * 10) / 10
    return {
      from,
      clients: average('client_ms'),
      channels: average('channel_ms'),
      connections: amountOf('connections'),
      joins: amountOf('joins'),
      join_ms: amountOf('join_ms'),
      messages: amountOf('messages'),
      deliveries: amountOf('deliveries'),
      presences: amountOf('presences'),
      changes: amountOf('changes'),
      refusals: amountOf('refusals'),
      errors: amountOf('errors'),
    }
  })
}
