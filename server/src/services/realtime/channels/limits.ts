import type { RealtimeSettings } from '@stoa/contract/services/realtime/settings'
import type { Clock } from '../../../lib/clock.ts'
import { createRateLimiter } from '../../../lib/rate-limit.ts'

/** The rates of all clients of a project together. */
export type ProjectLimits = {
  /** Whether another one is allowed in this second. */
  takeJoin(): boolean
  takeEvent(count?: number): boolean
  takePresence(): boolean
}

export function createProjectLimits(clock: Clock, settings: () => RealtimeSettings): ProjectLimits {
  const limiter = createRateLimiter({ clock })
  const take = (name: string, perSecond: number) =>
    // A changed limit starts with its full burst.
    limiter.take(`${name}/${perSecond}`, { burst: perSecond, perMinute: perSecond * 60 }) === 0
  return {
    takeJoin: () => take('join', settings().max_joins_per_second),
    takeEvent(count = 1) {
      for (let taken = 0; taken < count; taken += 1)
        if (!take('event', settings().max_events_per_second)) return false
      return true
    },
    takePresence: () => take('presence', settings().max_presence_events_per_second),
  }
}
/** Frames of one channel that wait until those before them are handled. */
export const MAX_WAITING = 1000
/** Timers take at most 24 days; a token that is valid longer is checked again. */
export const MAX_TIMER_MS = 3_600_000
