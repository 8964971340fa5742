import { describeCondition, valueText } from '@stoa/contract/services/alerts/describe'
import type { StoredRule, MessageLine } from '../../project/alert-records.ts'
import type { Step } from './step.ts'

const minutesText = (minutes: number) => (minutes === 1 ? '1 minute' : `${minutes} minutes`)

type QueryName = (id: string) => string | undefined

/** The rule's condition with its duration and the value: `CPU above 80% for 5 minutes (now 93%)`. */
export function detailOf(
  { settings: { condition, minutes } }: Pick<StoredRule, 'settings'>,
  value: number | null,
  queryName: QueryName,
): string {
  const words = `${describeCondition(condition, queryName)} for ${minutesText(minutes)}`
  return value === null ? words : `${words} (now ${valueText(condition, value)})`
}

export const lineOf = (
  rule: StoredRule,
  {
    kind,
    step,
    queryName,
    now,
  }: {
    readonly kind: MessageLine['kind']
    readonly step: Step
    readonly queryName: QueryName
    readonly now: Date
  },
): MessageLine => ({
  rule_id: rule.id,
  rule: rule.settings.name,
  kind,
  severity: rule.settings.severity,
  detail: detailOf(rule, step.status.value, queryName),
  at: now.toISOString(),
})

const KINDS: Readonly<Record<MessageLine['kind'], string>> = {
  firing: 'Firing',
  repeated: 'Still firing',
  resolved: 'Resolved',
}

export const lineTitle = ({ kind, rule }: MessageLine): string => `${KINDS[kind]}: ${rule}`

/** `Firing: CPU`, or the number of alerts. */
export function subjectOf(lines: readonly MessageLine[]): string {
  const [first] = lines
  if (first && lines.length === 1) return lineTitle(first)
  const resolved = lines.filter(({ kind }) => kind === 'resolved').length
  const firing = lines.length - resolved
  return [
    ...(firing > 0 ? [`${firing} ${firing === 1 ? 'alert' : 'alerts'} firing`] : []),
    ...(resolved > 0 ? [`${resolved} resolved`] : []),
  ].join(', ')
}
