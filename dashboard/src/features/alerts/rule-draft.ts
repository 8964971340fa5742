import { METRICS, type MetricName, type MetricUnit } from '@stoa/contract/catalog/metrics'
import type { AlertComparison, AlertCondition } from '@stoa/contract/services/alerts/conditions'
import { unitOf } from '@stoa/contract/services/alerts/describe'
import type {
  AlertRule,
  AlertRuleSettings,
  AlertSeverity,
} from '@stoa/contract/services/alerts/rules'

/** The form of a rule, with numbers as typed text. */
export type RuleDraft = {
  name: string
  kind: AlertCondition['kind']
  metric: MetricName
  /** Empty for the metric itself. */
  percentOf: MetricName | ''
  comparison: AlertComparison
  threshold: string
  queryId: string
  of: 'first_value' | 'row_count'
  whenAsleep: boolean
  minutes: string
  severity: AlertSeverity
  enabled: boolean
  notifiesOwners: boolean
  channelIds: string[]
  /** Empty for one message. */
  repeat: string
}

export const NEW_RULE: RuleDraft = {
  name: '',
  kind: 'metric',
  metric: 'cpu_percent',
  percentOf: '',
  comparison: 'above',
  threshold: '80',
  queryId: '',
  of: 'first_value',
  whenAsleep: false,
  minutes: '5',
  severity: 'warning',
  enabled: true,
  notifiesOwners: true,
  channelIds: [],
  repeat: '',
}

/** Typed numbers are in units that people use. */
const TYPED: Readonly<Record<MetricUnit, { factor: number; label: string }>> = {
  percent: { factor: 1, label: '%' },
  bytes: { factor: 1e9, label: 'GB' },
  bytes_per_second: { factor: 1e6, label: 'MB/s' },
  count: { factor: 1, label: '' },
  per_second: { factor: 1, label: 'per second' },
  milliseconds: { factor: 1, label: 'ms' },
}

const unitOfDraft = ({ kind, metric, percentOf }: RuleDraft): MetricUnit => {
  if (kind !== 'metric') return 'count'
  return percentOf === '' ? METRICS[metric].unit : 'percent'
}

/** The unit of the typed threshold; empty for a plain number. */
export const unitLabel = (draft: RuleDraft): string => TYPED[unitOfDraft(draft)].label

export function draftOf(rule: AlertRule): RuleDraft {
  const { condition } = rule
  const { factor } = TYPED[unitOf(condition)]
  return {
    ...NEW_RULE,
    name: rule.name,
    kind: condition.kind,
    ...('metric' in condition && { metric: condition.metric }),
    ...(condition.kind === 'metric' && { percentOf: condition.percent_of ?? '' }),
    ...('threshold' in condition && {
      comparison: condition.comparison,
      threshold: String(Math.round((condition.threshold / factor) * 1000) / 1000),
    }),
    ...('query_id' in condition && { queryId: condition.query_id }),
    ...(condition.kind === 'query' && { of: condition.of }),
    ...(condition.kind === 'absence' && { whenAsleep: condition.when_asleep }),
    minutes: String(rule.minutes),
    severity: rule.severity,
    enabled: rule.enabled,
    notifiesOwners: rule.notifies_owners,
    channelIds: rule.channel_ids,
    repeat: rule.repeat_minutes === null ? '' : String(rule.repeat_minutes),
  }
}

export function settingsOf(draft: RuleDraft): AlertRuleSettings {
  return {
    name: draft.name.trim(),
    condition: conditionOf(draft),
    minutes: Number(draft.minutes),
    severity: draft.severity,
    enabled: draft.enabled,
    notifies_owners: draft.notifiesOwners,
    channel_ids: draft.channelIds,
    repeat_minutes: draft.repeat.trim() === '' ? null : Number(draft.repeat),
  }
}

function conditionOf(draft: RuleDraft): AlertCondition {
  const { metric, percentOf, comparison, queryId: query_id, of, whenAsleep } = draft
  const threshold = Number(draft.threshold) * TYPED[unitOfDraft(draft)].factor
  switch (draft.kind) {
    case 'metric':
      return {
        kind: 'metric',
        metric,
        percent_of: percentOf === '' ? null : percentOf,
        comparison,
        threshold,
      }
    case 'absence':
      return { kind: 'absence', metric, when_asleep: whenAsleep }
    case 'query':
      return { kind: 'query', query_id, of, comparison, threshold }
    case 'query_absence':
      return { kind: 'query_absence', query_id }
    case 'failure':
      return { kind: 'failure' }
    case 'backup':
      return { kind: 'backup' }
  }
}

const isWithin = (text: string, least: number, most: number) =>
  /^\d+$/.test(text.trim()) && Number(text) >= least && Number(text) <= most

export function ruleProblems(draft: RuleDraft) {
  const needsThreshold = draft.kind === 'metric' || draft.kind === 'query'
  const needsQuery = draft.kind === 'query' || draft.kind === 'query_absence'
  const isNumber = draft.threshold.trim() !== '' && Number.isFinite(Number(draft.threshold))
  return {
    name: draft.name.trim() === '' ? 'Enter a name.' : undefined,
    threshold: needsThreshold && !isNumber ? 'Enter a number.' : undefined,
    queryId: needsQuery && draft.queryId === '' ? 'Select a scheduled query.' : undefined,
    minutes: isWithin(draft.minutes, 1, 1440) ? undefined : 'Enter 1 to 1440 minutes.',
    repeat:
      draft.repeat.trim() === '' || isWithin(draft.repeat, 5, 10_080)
        ? undefined
        : 'Enter 5 to 10080 minutes, or leave it empty.',
  }
}
