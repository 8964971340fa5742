import { AlertState } from '@stoa/contract/services/alerts/rules'
import { expect, it } from 'vitest'
import type { StoredRule } from '../../project/alert-records.ts'
import { DEFAULT_RULES } from './default-rules.ts'
import type { Reading } from './read-condition.ts'
import { NEXT_STATE } from './states.ts'
import { stepRule } from './step.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 12, minute))
const TRUE: Reading = { isTrue: true, value: 93 }
const FALSE: Reading = { isTrue: false, value: 10 }
const ASLEEP: Reading = { isTrue: undefined, value: null, unevaluated: 'asleep' }

const ruleOf = (change: Partial<StoredRule> = {}, minutes = 3): StoredRule => {
  const [settings] = DEFAULT_RULES
  if (!settings) throw new Error('There are no rules')
  return {
    id: 'rule',
    isDefault: true,
    settings: { ...settings, minutes },
    state: 'ok',
    stateSince: null,
    value: null,
    evaluatedAt: null,
    unevaluated: null,
    notifiedAt: null,
    snoozedUntil: null,
    version: 1,
    ...change,
  }
}

/** The states, events and notices of one rule over several minutes. */
function run(rule: StoredRule, readings: readonly (readonly [number, Reading])[]) {
  let current = rule
  return readings.map(([minute, reading]) => {
    const step = stepRule(current, reading, at(minute))
    current = { ...current, ...step.status }
    return [step.status.state, step.event, step.notice]
  })
}

it('has a next state for every state and observation', () => {
  expect(Object.keys(NEXT_STATE)).toEqual(AlertState.options)
  for (const row of Object.values(NEXT_STATE))
    expect(Object.keys(row)).toEqual(['true', 'due', 'false', 'unknown'])
})

it('fires after the condition was true for the time of the rule, and resolves', () => {
  const readings = [
    [0, TRUE],
    [1, TRUE],
    [2, TRUE],
    [3, TRUE],
    [4, FALSE],
    [5, FALSE],
  ] as const
  expect(run(ruleOf(), readings)).toEqual([
    ['pending', undefined, undefined],
    ['pending', undefined, undefined],
    ['firing', 'firing', 'firing'],
    ['firing', undefined, undefined],
    ['resolved', 'resolved', 'resolved'],
    ['ok', undefined, undefined],
  ])
})

it('does not fire if one check in between was false', () => {
  const states = run(ruleOf(), [
    [0, TRUE],
    [1, TRUE],
    [2, FALSE],
    [3, TRUE],
    [4, TRUE],
  ]).map(([state]) => state)
  expect(states).toEqual(['pending', 'pending', 'ok', 'pending', 'pending'])
})

it('keeps its state while the project sleeps, and says why', () => {
  const firing = ruleOf({
    state: 'firing',
    stateSince: at(0),
    evaluatedAt: at(1),
    notifiedAt: at(0),
  })
  expect(stepRule(firing, ASLEEP, at(2))).toEqual({
    status: {
      state: 'firing',
      stateSince: at(0),
      value: null,
      evaluatedAt: at(1),
      unevaluated: 'asleep',
      notifiedAt: at(0),
    },
    event: undefined,
    notice: undefined,
  })
})

it('begins the time of a pending rule again after a gap', () => {
  const pending = ruleOf({ state: 'pending', stateSince: at(0), evaluatedAt: at(1) })
  expect(stepRule(pending, TRUE, at(9)).status).toMatchObject({
    state: 'pending',
    stateSince: at(9),
  })
})

it('repeats its message after the interval, but not for a project that is not evaluated', () => {
  const firing = ruleOf({
    state: 'firing',
    stateSince: at(0),
    evaluatedAt: at(9),
    notifiedAt: at(0),
  })
  const rule = { ...firing, settings: { ...firing.settings, repeat_minutes: 10 } }
  expect(stepRule(rule, TRUE, at(9)).notice).toBeUndefined()
  expect(stepRule(rule, ASLEEP, at(10)).notice).toBeUndefined()
  const { notice, status } = stepRule(rule, TRUE, at(10))
  expect([notice, status.notifiedAt]).toEqual(['repeated', at(10)])
})

it('sends nothing while snoozed, and tells about a rule that still fires at the end', () => {
  const rule = ruleOf({ snoozedUntil: at(4) }, 1)
  expect(
    run(rule, [
      [1, TRUE],
      [3, TRUE],
      [4, TRUE],
      [5, FALSE],
    ]),
  ).toEqual([
    ['firing', 'firing', undefined],
    ['firing', undefined, undefined],
    ['firing', undefined, 'firing'],
    ['resolved', 'resolved', 'resolved'],
  ])
})

it('does not tell about the end of a firing that nobody was told about', () => {
  const rule = ruleOf({ state: 'firing', stateSince: at(0), evaluatedAt: at(0) })
  expect(stepRule(rule, FALSE, at(1))).toMatchObject({ event: 'resolved', notice: undefined })
})
