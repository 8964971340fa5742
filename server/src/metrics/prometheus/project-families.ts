import { METRICS, SAMPLED_METRICS, type SampledMetric } from '@stoa/contract/catalog/metrics'
import type { MetricMemory, RequestTotals, Sample } from '../port.ts'
import { countUpTo } from '../requests/durations.ts'
import type { Family, FamilySample } from './text.ts'

/** The upper limits of durations, in milliseconds. */
const LIMITS_MS = [5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000]

/**
 * The metrics of projects: the latest samples as gauges, and requests as counters since the server
 * started. Names are stable, because alerts and dashboards outside use them.
 */
export function projectFamilies(
  memory: Pick<MetricMemory, 'latest' | 'requests'>,
  refs: readonly string[],
): readonly Family[] {
  const projects = refs.map((ref) => ({
    project: { project: ref },
    sample: memory.latest(ref),
    requests: memory.requests(ref),
  }))
  return [
    {
      name: 'stoa_project_up',
      help: 'Whether the project was measured in the last three minutes: 0 while it sleeps.',
      type: 'gauge',
      samples: projects.map(({ project, sample }) => ({ labels: project, value: sample ? 1 : 0 })),
    },
    ...SAMPLED_METRICS.map((metric) => gauge(metric, projects)),
    ...requestFamilies(
      projects.flatMap(({ project, requests }) =>
        requests.map((totals) => ({ labels: { ...project, area: totals.area }, totals })),
      ),
    ),
  ]
}

type Labels = Readonly<Record<string, string>>

function gauge(
  metric: SampledMetric,
  projects: readonly { readonly project: Labels; readonly sample: Sample | undefined }[],
): Family {
  const { title, unit } = METRICS[metric]
  return {
    name: `stoa_project_${metric}${unit.endsWith('per_second') ? '_per_second' : ''}`,
    help: `${title}.`,
    type: 'gauge',
    samples: projects.flatMap(({ project, sample }) => {
      const value = sample?.values[metric]
      return value === undefined ? [] : [{ labels: project, value }]
    }),
  }
}

type Counted = { readonly labels: Labels; readonly totals: RequestTotals }

function requestFamilies(counted: readonly Counted[]): readonly Family[] {
  const counter = (name: string, help: string, of: (totals: RequestTotals) => number): Family => ({
    name: `stoa_project_${name}_total`,
    help,
    type: 'counter',
    samples: counted.map(({ labels, totals }) => ({ labels, value: of(totals) })),
  })
  return [
    counter('requests', 'Requests at the gateway.', ({ requests }) => requests),
    counter('client_errors', 'Responses with status 4xx.', ({ clientErrors }) => clientErrors),
    counter('server_errors', 'Responses with status 5xx.', ({ serverErrors }) => serverErrors),
    counter('egress_bytes', 'Bytes of responses.', ({ bytes }) => bytes),
    {
      name: 'stoa_project_request_duration_seconds',
      help: 'Time until the response was sent.',
      type: 'histogram',
      samples: counted.flatMap(durationSamples),
    },
  ]
}

function durationSamples({ labels, totals }: Counted): readonly FamilySample[] {
  const counts = countUpTo(totals.durations, LIMITS_MS)
  return [
    ...LIMITS_MS.map((limit, index) => ({
      suffix: '_bucket',
      labels: { ...labels, le: String(limit / 1000) },
      value: counts[index] ?? 0,
    })),
    { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: totals.requests },
    { suffix: '_sum', labels, value: totals.totalMs / 1000 },
    { suffix: '_count', labels, value: totals.requests },
  ]
}
