import type { AlertState } from '@stoa/contract/services/alerts/rules'

/**
 * The result of one check: `due` if the condition has been true for the time of the rule,
 * `unknown` if it could not be checked.
 */
export type Observation = 'true' | 'due' | 'false' | 'unknown'

/** The next state for every state and observation. */
export const NEXT_STATE: Readonly<Record<AlertState, Readonly<Record<Observation, AlertState>>>> = {
  ok: { true: 'pending', due: 'firing', false: 'ok', unknown: 'ok' },
  pending: { true: 'pending', due: 'firing', false: 'ok', unknown: 'pending' },
  firing: { true: 'firing', due: 'firing', false: 'resolved', unknown: 'firing' },
  resolved: { true: 'pending', due: 'firing', false: 'ok', unknown: 'resolved' },
}

const MINUTE_MS = 60_000
/** After a longer gap between two checks, the time of a pending rule begins again. */
const LONGEST_GAP_MS = 6 * MINUTE_MS

const minuteOf = (date: Date) => Math.floor(date.getTime() / MINUTE_MS)

/**
 * Whether a condition that is true now has been true for `minutes`, counting this one. `since` is
 * the time of the first check at which it was true.
 */
export const isDue = (since: Date, now: Date, minutes: number): boolean =>
  minuteOf(now) - minuteOf(since) >= minutes - 1

export const isGap = (last: Date | null, now: Date): boolean =>
  last !== null && now.getTime() - last.getTime() > LONGEST_GAP_MS
