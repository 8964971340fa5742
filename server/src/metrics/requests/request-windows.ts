import {
  REQUEST_SERVICES,
  type RequestArea,
  type RequestMetric,
} from '@stoa/contract/catalog/metrics'
import type { LogEvent } from '../../project/log-sink.ts'
import { MAX_PROJECTS, MINUTES, MINUTE_MS } from '../limits.ts'
import type { Intervals, RequestTotals } from '../port.ts'
import { DURATION_PARTS, partOf, percentileOf } from './durations.ts'

/** The requests of each project in the last hour, by minute. */
export type RequestWindows = {
  /** Counts the row of a request in `edge_logs`. */
  count(ref: string, columns: LogEvent['columns'], now: number): void
  series(
    ref: string,
    metric: { readonly area: RequestArea; readonly name: RequestMetric },
    intervals: Intervals,
  ): (number | null)[]
  totals(ref: string): readonly RequestTotals[]
  /** Forgets projects without a request in the last hour. */
  sweep(now: number): void
  forget(ref: string): void
}

type Counts = {
  minute: number
  requests: number
  clientErrors: number
  serverErrors: number
  bytes: number
  totalMs: number
  readonly durations: Uint32Array
}

/** One area of one project. The minutes are a ring, so that no minute allocates anything new. */
type AreaWindow = { readonly total: Counts; readonly ring: (Counts | undefined)[] }
type ProjectRequests = { readonly areas: Map<RequestArea, AreaWindow>; lastMinute: number }

const RING = MINUTES + 1

const AREAS: ReadonlyMap<string, RequestArea> = new Map(
  Object.entries(REQUEST_SERVICES).map(([area, service]) => [service, area as RequestArea]),
)

export function createRequestWindows(onForgotten: () => void): RequestWindows {
  const projects = new Map<string, ProjectRequests>()

  function projectOf(ref: string, minute: number): ProjectRequests {
    const found = projects.get(ref)
    if (found) return found
    if (projects.size >= MAX_PROJECTS) forgetQuietest()
    const created = { areas: new Map<RequestArea, AreaWindow>(), lastMinute: minute }
    projects.set(ref, created)
    return created
  }

  function forgetQuietest(): void {
    let quietest: string | undefined
    let last = Infinity
    for (const [ref, { lastMinute }] of projects)
      if (lastMinute < last) [quietest, last] = [ref, lastMinute]
    if (quietest !== undefined) projects.delete(quietest)
    onForgotten()
  }

  return {
    count(ref, columns, now) {
      const minute = Math.floor(now / MINUTE_MS)
      const project = projectOf(ref, minute)
      project.lastMinute = minute
      addTo(project, 'gateway', minute, columns)
      const area = AREAS.get(serviceOf(columns['request_path']))
      if (area) addTo(project, area, minute, columns)
    },
    series(ref, { area, name }, intervals) {
      const ring = projects.get(ref)?.areas.get(area)?.ring
      return Array.from({ length: intervals.count }, (_, index) => {
        const from = Math.floor((intervals.from + index * intervals.stepMs) / MINUTE_MS)
        const to = from + Math.round(intervals.stepMs / MINUTE_MS)
        const minutes = (ring ?? []).filter(
          (counts) => counts !== undefined && counts.minute >= from && counts.minute < to,
        )
        return valueOf(minutes as Counts[], name)
      })
    },
    totals: (ref) =>
      [...(projects.get(ref)?.areas ?? [])].map(([area, { total }]) => ({ ...total, area })),
    sweep(now) {
      const minute = Math.floor(now / MINUTE_MS)
      for (const [ref, { lastMinute }] of projects)
        if (lastMinute < minute - MINUTES) projects.delete(ref)
    },
    forget: (ref) => void projects.delete(ref),
  }
}

/** `rest` of `/rest/v1/todos`. */
function serviceOf(path: LogEvent['columns'][string]): string {
  if (typeof path !== 'string') return ''
  const end = path.indexOf('/', 1)
  return end < 0 ? path.slice(1) : path.slice(1, end)
}

function addTo(
  { areas }: ProjectRequests,
  area: RequestArea,
  minute: number,
  columns: LogEvent['columns'],
): void {
  let window = areas.get(area)
  if (!window) areas.set(area, (window = { total: newCounts(0), ring: [] }))
  const place = minute % RING
  let counts = window.ring[place]
  if (!counts) window.ring[place] = counts = newCounts(minute)
  else if (counts.minute !== minute) clear(counts, minute)
  const status = Number(columns['response_status_code'])
  const ms = Number(columns['response_origin_time'])
  const bytes = Number(columns['response_bytes'] ?? 0)
  const part = partOf(ms)
  for (const each of [counts, window.total]) {
    each.requests += 1
    if (status >= 500) each.serverErrors += 1
    else if (status >= 400) each.clientErrors += 1
    each.bytes += bytes
    each.totalMs += ms
    each.durations[part] = (each.durations[part] ?? 0) + 1
  }
}

const newCounts = (minute: number): Counts => ({
  minute,
  requests: 0,
  clientErrors: 0,
  serverErrors: 0,
  bytes: 0,
  totalMs: 0,
  durations: new Uint32Array(DURATION_PARTS),
})

function clear(counts: Counts, minute: number): void {
  counts.minute = minute
  counts.requests = counts.clientErrors = counts.serverErrors = 0
  counts.bytes = counts.totalMs = 0
  counts.durations.fill(0)
}

const PERCENTILES = { latency_p50: 0.5, latency_p95: 0.95, latency_p99: 0.99 } as const
const SUMS = {
  requests: 'requests',
  client_errors: 'clientErrors',
  server_errors: 'serverErrors',
  egress_bytes: 'bytes',
} as const

function valueOf(minutes: readonly Counts[], name: RequestMetric): number | null {
  if (name in SUMS) {
    const field = SUMS[name as keyof typeof SUMS]
    return minutes.reduce((sum, counts) => sum + counts[field], 0)
  }
  const durations = new Uint32Array(DURATION_PARTS)
  for (const { durations: own } of minutes)
    for (const [part, count] of own.entries()) durations[part] = (durations[part] ?? 0) + count
  return percentileOf(durations, PERCENTILES[name as keyof typeof PERCENTILES])
}
