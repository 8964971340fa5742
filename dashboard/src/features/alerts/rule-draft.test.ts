import { expect, it } from 'vitest'
import type { AlertCondition } from '@stoa/contract/services/alerts/conditions'
import type { AlertRule } from '@stoa/contract/services/alerts/rules'
import { draftOf, NEW_RULE, ruleProblems, settingsOf, unitLabel } from './rule-draft.ts'

const ruleOf = (condition: AlertCondition): AlertRule => ({
  id: 'f9a8ad9f-6f3b-4fd5-8a8c-7f0a9a7b9a00',
  name: 'Rule',
  condition,
  minutes: 5,
  severity: 'warning',
  enabled: true,
  notifies_owners: true,
  channel_ids: [],
  repeat_minutes: 30,
  is_default: false,
  state: 'ok',
  state_since: null,
  value: null,
  evaluated_at: null,
  unevaluated: null,
  snoozed_until: null,
})
const query_id = '6f1ed002-ab5c-4c11-b1d5-a0c64ea3ad81'

it.each<AlertCondition>([
  {
    kind: 'metric',
    metric: 'gateway.server_errors',
    percent_of: 'gateway.requests',
    comparison: 'above',
    threshold: 5,
  },
  {
    kind: 'metric',
    metric: 'disk_bytes',
    percent_of: null,
    comparison: 'above',
    threshold: 6_500_000_000,
  },
  { kind: 'absence', metric: 'gateway.requests', when_asleep: true },
  { kind: 'query', query_id, of: 'row_count', comparison: 'below', threshold: 1 },
  { kind: 'query_absence', query_id },
  { kind: 'failure' },
])('keeps a condition that is opened and saved: $kind', (condition) => {
  const rule = ruleOf(condition)
  expect(settingsOf(draftOf(rule))).toMatchObject({ condition, minutes: 5, repeat_minutes: 30 })
})

it('shows bytes in gigabytes', () => {
  const draft = { ...NEW_RULE, metric: 'disk_bytes', threshold: '2.5' } as const
  expect(unitLabel(draft)).toBe('GB')
  expect(settingsOf(draft).condition).toMatchObject({ threshold: 2_500_000_000 })
})

it('names the fields that cannot be sent', () => {
  const wrong = { ...NEW_RULE, threshold: 'x', minutes: '0', repeat: '1' }
  expect(ruleProblems(wrong)).toEqual({
    name: 'Enter a name.',
    threshold: 'Enter a number.',
    queryId: undefined,
    minutes: 'Enter 1 to 1440 minutes.',
    repeat: 'Enter 5 to 10080 minutes, or leave it empty.',
  })
})
