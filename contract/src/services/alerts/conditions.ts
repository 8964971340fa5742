import { z } from 'zod'
import { METRIC_NAMES } from '../../catalog/metrics.ts'

export const MAX_RULE_MINUTES = 1440

const MetricName = z.enum(METRIC_NAMES)
const Comparison = z.enum(['above', 'below'])
export type AlertComparison = z.infer<typeof Comparison>
const Threshold = z.number().min(-1e15).max(1e15)

/** The condition that a rule checks. */
export const AlertCondition = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('metric'),
    metric: MetricName,
    /** Compares the metric as a percentage of another one. */
    percent_of: MetricName.nullable(),
    comparison: Comparison,
    threshold: Threshold,
  }),
  /** Nothing was measured, or no request arrived. */
  z.object({
    kind: z.literal('absence'),
    metric: MetricName,
    /** Also checks the rule while the project sleeps, when nothing is measured. */
    when_asleep: z.boolean(),
  }),
  z.object({
    kind: z.literal('query'),
    query_id: z.uuid(),
    /** The number in the first column of the first row, or the number of rows. */
    of: z.enum(['first_value', 'row_count']),
    comparison: Comparison,
    threshold: Threshold,
  }),
  /** The last run of a scheduled query returned no rows. */
  z.object({ kind: z.literal('query_absence'), query_id: z.uuid() }),
  /** A scheduled query failed, or another rule refers to a query that no longer exists. */
  z.object({ kind: z.literal('failure') }),
  /** The project has no recent backup, or its last changes do not reach the store. */
  z.object({ kind: z.literal('backup') }),
])
export type AlertCondition = z.infer<typeof AlertCondition>
