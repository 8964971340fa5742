import type { DatabaseSession } from '@stoa/contract/services/meta/activity'

/** The queries that run now without the platform's own, and those that wait for a lock. */
export function runningCounts(sessions: readonly DatabaseSession[]) {
  const running = sessions.filter(
    ({ state, is_platform: isPlatform }) => state === 'active' && !isPlatform,
  )
  const seconds = running.map(({ state_seconds: lasted }) => lasted ?? 0)
  return {
    running: running.length,
    blocked: sessions.filter(({ blocked_by: blockers }) => blockers.length > 0).length,
    longestSeconds: seconds.length === 0 ? undefined : Math.max(...seconds),
  }
}
