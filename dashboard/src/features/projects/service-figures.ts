import type { MetricName } from '@stoa/contract/catalog/metrics'
import type { Measured, SeriesRequest } from '../../data/resources/services/reports/series.ts'
import { formatCount } from '../../lib/quantities.ts'
import type { Chart } from '../../ui/chart/chart.ts'

/** The services of a project's API, by the address of their reports. */
const SERVICES = [
  { area: 'data-api', title: 'Data API' },
  { area: 'auth', title: 'Auth' },
  { area: 'storage', title: 'Storage' },
  { area: 'functions', title: 'Functions' },
  { area: 'realtime', title: 'Realtime' },
] as const

type Area = (typeof SERVICES)[number]['area']

export const PERIODS = [
  { value: '60', label: '1 hour' },
  { value: '1440', label: '24 hours' },
  { value: '10080', label: '7 days' },
] as const

export type Period = (typeof PERIODS)[number]['value']

const POINTS = 60
const METRICS: readonly MetricName[] = SERVICES.flatMap(({ area }) => [
  `${area}.requests` as const,
  `${area}.client_errors` as const,
  `${area}.server_errors` as const,
])

/** The series of the charts, with those of the period before. */
export const requestsOf = (period: Period): SeriesRequest => ({
  range: { kind: 'last', minutes: Number(period) },
  metrics: METRICS,
  points: POINTS,
  withBefore: true,
})

export type ServiceFigures = {
  readonly area: Area
  readonly title: string
  /** Null if nothing was measured. */
  readonly requests: number | null
  readonly requestsBefore: number | null
  readonly errors: number | null
  readonly chart: Chart
}

/** The requests and errors of each service, on one scale. */
export const figuresOf = (now: Measured): readonly ServiceFigures[] =>
  SERVICES.map(({ area, title }) => {
    const requests = now.values[`${area}.requests`] ?? []
    const [client, server] = [
      now.values[`${area}.client_errors`],
      now.values[`${area}.server_errors`],
    ]
    const errors = now.times.map((_, index) => added(client?.[index], server?.[index]))
    const [total, failed] = [sumOf(requests), sumOf(errors)]
    return {
      area,
      title,
      requests: total,
      requestsBefore: sumOf(now.before?.[`${area}.requests`] ?? []),
      errors: failed,
      chart: {
        label: title,
        series: [
          { name: 'Requests', tone: 'accent', values: requests },
          ...(failed ? [{ name: 'Errors', tone: 'danger' as const, values: errors }] : []),
        ],
        format: formatCount,
        total: `${formatCount(total ?? 0)} requests and ${formatCount(failed ?? 0)} errors`,
        isCount: true,
        hasGaps: true,
      },
    }
  })

type Values = readonly (number | null)[]

type Value = number | null | undefined

const added = (one: Value, other: Value): number | null =>
  (one ?? null) === null && (other ?? null) === null ? null : (one ?? 0) + (other ?? 0)

function sumOf(values: Values): number | null {
  const measured = values.filter((value) => value !== null)
  return measured.length === 0 ? null : measured.reduce((sum, value) => sum + value, 0)
}
