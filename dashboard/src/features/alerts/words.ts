import type { ChatFormat } from '@stoa/contract/services/alerts/channels'
import type { AlertRule, AlertSeverity, AlertState } from '@stoa/contract/services/alerts/rules'
import type { StatusTone } from '../../ui/display/status-dot.tsx'

export const STATES: Readonly<Record<AlertState, { label: string; tone: StatusTone }>> = {
  ok: { label: 'OK', tone: 'success' },
  pending: { label: 'Pending', tone: 'warning' },
  firing: { label: 'Firing', tone: 'danger' },
  resolved: { label: 'Resolved', tone: 'success' },
}

export const SEVERITIES: Readonly<Record<AlertSeverity, string>> = {
  critical: 'Critical',
  warning: 'Warning',
  info: 'Info',
}

const REASONS: Readonly<Record<NonNullable<AlertRule['unevaluated']>, string>> = {
  asleep: 'Not evaluated: the project is asleep.',
  no_data: 'Not evaluated: no data yet.',
  query_failed: 'Not evaluated: the last run of the query failed.',
  query_missing: 'Not evaluated: the query was deleted.',
}

/** The reason why a rule was not checked; undefined for one that was. */
export function unevaluatedText(rule: AlertRule): string | undefined {
  if (rule.unevaluated !== null) return REASONS[rule.unevaluated]
  return rule.evaluated_at === null ? 'Not evaluated yet.' : undefined
}

export const CHATS: Readonly<Record<ChatFormat, string>> = {
  slack: 'Slack',
  discord: 'Discord',
  teams: 'Microsoft Teams',
}
