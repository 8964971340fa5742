import type { LogSourceName } from '@stoa/contract/catalog/log-sources'
import type { MetricName, SampledMetric } from '@stoa/contract/catalog/metrics'
import type { LogParts } from '../../logs/index.ts'
import type { Intervals } from '../../metrics/port.ts'
import { requestMetricOf } from '../../metrics/request-metric.ts'
import { compile, type Sql } from '../../postgres/sql.ts'
import { requestSeries, sampledSeries } from './queries.ts'

type Reader = Pick<LogParts, 'reader'>
type Values = readonly (number | null)[]

/** The values of metrics from the stored events, including those of the current minute. */
export async function readStored(
  logs: Reader,
  ref: string,
  { names, intervals }: { readonly names: readonly MetricName[]; readonly intervals: Intervals },
): Promise<readonly Values[]> {
  const sampled = names.filter((name): name is SampledMetric => !requestMetricOf(name))
  const counted = names.flatMap((name) => requestMetricOf(name) ?? [])
  const [samples, requests] = await Promise.all([
    sampled.length > 0
      ? scan(logs, ref, {
          source: 'metrics',
          statement: sampledSeries(sampled, intervals),
          intervals,
        })
      : new Map<number, Values>(),
    counted.length > 0
      ? scan(logs, ref, {
          source: 'edge_logs',
          statement: requestSeries(counted, intervals),
          intervals,
        })
      : new Map<number, Values>(),
  ])
  const parts = Array.from({ length: intervals.count }, (_, part) => part)
  let [nextSampled, nextCounted] = [0, 0]
  return names.map((name) => {
    const request = requestMetricOf(name)
    const rows = request ? requests : samples
    const column = request ? nextCounted++ : nextSampled++
    // An interval without requests has no row.
    const nothing = request && !request.name.startsWith('latency_') ? 0 : null
    return parts.map((part) => {
      const row = rows.get(part)
      return row === undefined ? nothing : (row[column] ?? null)
    })
  })
}

/** The rows of a statement by the number of their interval. */
async function scan(
  { reader }: Reader,
  ref: string,
  {
    source,
    statement,
    intervals: { from, stepMs, count },
  }: { readonly source: LogSourceName; readonly statement: Sql; readonly intervals: Intervals },
): Promise<ReadonlyMap<number, Values>> {
  const { text, values } = compile(statement)
  const bound = values.map((value) => {
    if (typeof value === 'string' || typeof value === 'number') return value
    throw new TypeError('Statements over the logs bind texts and numbers')
  })
  const span = { from: from * 1000, to: (from + count * stepMs) * 1000 }
  const { rows } = await reader.read(ref, {
    sources: [source],
    span,
    text,
    values: bound,
    maxRows: count,
  })
  return new Map(
    rows.map(([part, ...row]) => [
      Number(part),
      row.map((value) => (value === null ? null : Number(value))),
    ]),
  )
}
