import type { AlertState } from '@stoa/contract/services/alerts/rules'
import type { RuleStatus, StoredRule } from '../../project/alert-records.ts'
import type { Reading } from './read-condition.ts'
import { isDue, isGap, NEXT_STATE, type Observation } from './states.ts'

/** One evaluation of a rule: its new status, and the message to send about it. */
export type Step = {
  readonly status: RuleStatus
  /** A change for the history. */
  readonly event: 'firing' | 'resolved' | undefined
  /** A message, which a snooze prevents. */
  readonly notice: 'firing' | 'repeated' | 'resolved' | undefined
}

export function stepRule(rule: StoredRule, reading: Reading, now: Date): Step {
  const since = pendingSince(rule, now)
  const state = NEXT_STATE[rule.state][observationOf(rule, reading, { since, now })]
  const stateSince = sinceOf(rule, state, { since, now })
  const isEvaluated = reading.isTrue !== undefined
  const notice = noticeOf(rule, { state, isEvaluated, now })
  return {
    status: {
      state,
      stateSince,
      value: isEvaluated ? reading.value : rule.value,
      evaluatedAt: isEvaluated ? now : rule.evaluatedAt,
      unevaluated: reading.unevaluated ?? null,
      notifiedAt: notifiedAt(rule, { state, notice, now }),
    },
    event: eventOf(rule.state, state),
    notice,
  }
}

/** The first check of the current run of true ones; now if there is none. */
const pendingSince = ({ state, stateSince, evaluatedAt }: StoredRule, now: Date): Date =>
  state === 'pending' && stateSince !== null && !isGap(evaluatedAt, now) ? stateSince : now

function observationOf(
  { settings: { minutes } }: StoredRule,
  { isTrue }: Reading,
  { since, now }: { readonly since: Date; readonly now: Date },
): Observation {
  if (isTrue === undefined) return 'unknown'
  if (!isTrue) return 'false'
  return isDue(since, now, minutes) ? 'due' : 'true'
}

function sinceOf(
  rule: StoredRule,
  state: AlertState,
  { since, now }: { readonly since: Date; readonly now: Date },
): Date | null {
  if (state !== rule.state) return now
  return state === 'pending' ? since : rule.stateSince
}

function eventOf(from: AlertState, to: AlertState): Step['event'] {
  if (from === to) return undefined
  return to === 'firing' || to === 'resolved' ? to : undefined
}

type StateChange = { readonly state: AlertState; readonly now: Date }

function noticeOf(
  rule: StoredRule,
  { state, isEvaluated, now }: StateChange & { readonly isEvaluated: boolean },
): Step['notice'] {
  const { snoozedUntil, notifiedAt: told, settings } = rule
  if (snoozedUntil !== null && snoozedUntil > now) return undefined
  if (state === 'resolved') return rule.state === 'firing' && told !== null ? 'resolved' : undefined
  if (state !== 'firing' || !isEvaluated) return undefined
  if (rule.state !== 'firing' || told === null) return 'firing'
  const { repeat_minutes: minutes } = settings
  const isRepeated = minutes !== null && now.getTime() - told.getTime() >= minutes * 60_000 - 1000
  return isRepeated ? 'repeated' : undefined
}

function notifiedAt(
  rule: StoredRule,
  { state, notice, now }: StateChange & { readonly notice: Step['notice'] },
): Date | null {
  if (state !== 'firing') return null
  if (notice !== undefined) return now
  return rule.state === 'firing' ? rule.notifiedAt : null
}
