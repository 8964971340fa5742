import type { AlertCondition } from '@stoa/contract/services/alerts/conditions'
import type { UnevaluatedReason } from '@stoa/contract/services/alerts/rules'
import { METRICS } from '@stoa/contract/catalog/metrics'
import type { MetricReader } from '../../metrics/port.ts'
import type { StoredQuery, StoredRule } from '../../project/alert-records.ts'

/** The condition of a rule as it is now; `isTrue` is undefined if it could not be checked. */
export type Reading = {
  readonly isTrue: boolean | undefined
  readonly value: number | null
  readonly unevaluated?: UnevaluatedReason
}

/** The facts that conditions are checked with. */
export type Facts = {
  readonly ref: string
  readonly isRunning: boolean
  readonly metrics: MetricReader
  readonly rules: readonly StoredRule[]
  readonly queries: ReadonlyMap<string, StoredQuery>
  /** Whether backups of the project are late or fail; undefined if nobody can say now. */
  readonly isBackupFailing: boolean | undefined
}

/** The metric of a minute can be stored a moment after its end. */
const READ_MINUTES = 2

export function readCondition(condition: AlertCondition, facts: Facts): Reading {
  switch (condition.kind) {
    case 'metric':
      return facts.isRunning ? readMetric(condition, facts) : notEvaluated('asleep')
    case 'absence':
      return readAbsence(condition, facts)
    case 'query':
    case 'query_absence':
      return readQuery(condition, facts)
    case 'failure':
      return readFailures(facts)
    case 'backup':
      return readBackups(facts)
  }
}

const notEvaluated = (unevaluated: UnevaluatedReason): Reading => ({
  isTrue: undefined,
  value: null,
  unevaluated,
})

type Kind<Name extends AlertCondition['kind']> = Extract<AlertCondition, { kind: Name }>

function readMetric(condition: Kind<'metric'>, { ref, metrics }: Facts): Reading {
  const { metric, percent_of: whole } = condition
  const parts = metrics.recent(ref, metric, READ_MINUTES)
  const wholes = whole === null ? undefined : metrics.recent(ref, whole, READ_MINUTES)
  for (let at = parts.length - 1; at >= 0; at -= 1) {
    const value = valueAt(parts, wholes, at)
    if (value !== null) return { isTrue: compare(value, condition), value }
  }
  return notEvaluated('no_data')
}

function valueAt(
  parts: readonly (number | null)[],
  wholes: readonly (number | null)[] | undefined,
  at: number,
): number | null {
  const part = parts[at] ?? null
  if (!wholes || part === null) return part
  const whole = wholes[at] ?? null
  if (whole === null) return null
  // Nothing of nothing is no share: a minute without requests has no errors.
  return whole === 0 ? 0 : (part / whole) * 100
}

const compare = (
  value: number,
  { comparison, threshold }: Pick<Kind<'metric'>, 'comparison' | 'threshold'>,
): boolean => (comparison === 'above' ? value > threshold : value < threshold)

function readAbsence(
  { metric, when_asleep: countsSleep }: Kind<'absence'>,
  { ref, isRunning, metrics }: Facts,
): Reading {
  if (!isRunning) return countsSleep ? { isTrue: true, value: null } : notEvaluated('asleep')
  const values = metrics.recent(ref, metric, READ_MINUTES)
  const isPresent = (value: number | null) =>
    value !== null && (METRICS[metric].from === 'sampled' || value > 0)
  return {
    isTrue: !values.some(isPresent),
    value: values.findLast((value) => value !== null) ?? null,
  }
}

function readQuery(condition: Kind<'query' | 'query_absence'>, { queries }: Facts): Reading {
  const run = queries.get(condition.query_id)?.lastRun
  if (run === undefined) return notEvaluated('query_missing')
  if (run === null || run.state === 'running') return notEvaluated('no_data')
  if (run.state === 'failed') return notEvaluated('query_failed')
  const rows = run.row_count ?? 0
  if (condition.kind === 'query_absence') return { isTrue: rows === 0, value: rows }
  const value = condition.of === 'row_count' ? rows : run.first_value
  return value === null ? notEvaluated('no_data') : { isTrue: compare(value, condition), value }
}

/** A sleeping project is not backed up, because nothing changes in it. */
function readBackups({ isRunning, isBackupFailing: isTrue }: Facts): Reading {
  if (!isRunning) return notEvaluated('asleep')
  return isTrue === undefined ? notEvaluated('no_data') : { isTrue, value: null }
}

/** Counts failing queries, and rules whose query is gone. */
function readFailures({ rules, queries }: Facts): Reading {
  const failed = [...queries.values()].filter(
    ({ settings, lastRun }) => settings.enabled && lastRun?.state === 'failed',
  ).length
  const broken = rules.filter(
    ({ settings: { enabled, condition } }) =>
      enabled && 'query_id' in condition && !queries.has(condition.query_id),
  ).length
  return { isTrue: failed + broken > 0, value: failed + broken }
}
