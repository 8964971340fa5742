import { expect, it } from 'vitest'
import { readPrometheus } from '../../../test/prometheus.ts'
import { createMetrics } from '../metrics.ts'
import { noLogs } from '../../project/log-sink.ts'
import { projectFamilies } from './project-families.ts'
import { writeFamilies } from './text.ts'

const AT = Date.UTC(2026, 5, 1, 12)

function exported(refs: readonly string[]) {
  const metrics = createMetrics({ clock: { now: () => new Date(AT) } })
  const sink = metrics.tee(noLogs)
  for (const ms of [3, 30, 30_000])
    sink.write('one', 'edge_logs', {
      message: '',
      severity: 'info',
      columns: {
        request_path: '/auth/v1/token',
        response_status_code: 503,
        response_origin_time: ms,
        response_bytes: 50,
      },
    })
  metrics.keep('one', { at: AT, values: { connections: 4, cpu_percent: 1e-7 } })
  return readPrometheus(writeFamilies(projectFamilies(metrics, refs)))
}

it('writes samples as gauges and requests as counters that a collector can read', () => {
  const families = exported(['one', 'two'])
  const valuesOf = (name: string) =>
    families.get(name)?.samples.map(({ labels, value }) => [...labels.values(), value])
  expect(valuesOf('stoa_project_up')).toEqual([
    ['one', 1],
    ['two', 0],
  ])
  expect(valuesOf('stoa_project_connections')).toEqual([['one', 4]])
  expect(valuesOf('stoa_project_cpu_percent')).toEqual([['one', 1e-7]])
  expect(valuesOf('stoa_project_requests_total')).toEqual([
    ['one', 'gateway', 3],
    ['one', 'auth', 3],
  ])
  expect(valuesOf('stoa_project_egress_bytes_total')?.[0]).toEqual(['one', 'gateway', 150])
})

it('writes durations as a histogram whose counts only grow', () => {
  const samples = exported(['one'])
    .get('stoa_project_request_duration_seconds')
    ?.samples.filter(({ labels }) => labels.get('area') === 'gateway')
  const buckets = samples?.filter(({ name }) => name.endsWith('_bucket')) ?? []
  const counts = buckets.map(({ value }) => value)
  expect(counts).toEqual(counts.toSorted((a, b) => a - b))
  expect(buckets.find(({ labels }) => labels.get('le') === '0.005')?.value).toBe(1)
  expect(buckets.at(-1)).toMatchObject({ value: 3 })
  expect(buckets.at(-1)?.labels.get('le')).toBe('+Inf')
  expect(samples?.find(({ name }) => name.endsWith('_sum'))?.value).toBeCloseTo(30.033)
})

it('escapes what could end a label or a line', () => {
  const text = writeFamilies([
    {
      name: 'a',
      help: 'One\ntwo \\',
      type: 'gauge',
      samples: [{ labels: { name: 'x"\n\\' }, value: Infinity }],
    },
  ])
  expect(text).toBe('# HELP a One\\ntwo \\\\\n# TYPE a gauge\na{name="x\\"\\n\\\\"} +Inf\n')
  expect(readPrometheus(text).get('a')?.samples).toHaveLength(1)
})
