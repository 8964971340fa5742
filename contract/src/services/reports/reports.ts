import { z } from 'zod'
import { METRIC_NAMES } from '../../catalog/metrics.ts'
import { endpoint } from '../../endpoint.ts'

declare module '../../platform/permissions.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- A service adds its permissions by merging interfaces.
  interface Permissions {
    /** Read the metrics of a project. */
    'reports:read': true
  }
}

export const MAX_METRICS_PER_REQUEST = 12
/** The most points of one series. */
export const MAX_METRIC_POINTS = 1500

const byRef = z.object({ ref: z.string() })
const path = '/platform/reports/{ref}'

export const MetricNameSchema = z.enum(METRIC_NAMES)

const MetricSeries = z.object({
  metric: MetricNameSchema,
  /** The value of each interval, the oldest first; null where nothing was measured. */
  values: z.array(z.number().nullable()),
})
export type MetricSeries = z.infer<typeof MetricSeries>

const Series = z.object({
  /** ISO 8601: where the first interval begins. */
  from: z.string(),
  /** The length of an interval, at least 60. */
  step_seconds: z.int(),
  series: z.array(MetricSeries),
})
export type Series = z.infer<typeof Series>

/**
 * The values of metrics over a span, in intervals that the server chooses so that `points` are not
 * exceeded, and that begin at multiples of their length. A metric's `over` says how the minutes of an
 * interval become one value. A span beyond the retention of the plan is cut.
 */
export const readSeries = endpoint({
  method: 'GET',
  path: `${path}/series`,
  access: 'reports:read',
  params: byRef,
  query: z.object({
    /** Names, separated by commas. */
    metrics: z.string().min(1).max(1000),
    from: z.iso.datetime({ offset: true }),
    to: z.iso.datetime({ offset: true }),
    points: z.coerce.number().int().min(1).max(MAX_METRIC_POINTS).default(120),
  }),
  response: Series,
})
