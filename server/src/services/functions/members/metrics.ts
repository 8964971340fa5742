import type { FunctionLogEntry, FunctionMetrics } from '@stoa/contract/services/functions/logs'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** The length of each period in milliseconds, and how many parts its chart has. */
export const PERIODS = {
  '15m': { length: 15 * MINUTE_MS, parts: 15 },
  '1h': { length: HOUR_MS, parts: 12 },
  '3h': { length: 3 * HOUR_MS, parts: 18 },
  '24h': { length: 24 * HOUR_MS, parts: 24 },
} as const

type Span = {
  readonly now: number
  readonly period: { readonly length: number; readonly parts: number }
}

/** Counts the invocations of the period that ends now. The newest entry is the first. */
export function measure(
  entries: readonly FunctionLogEntry[],
  { now, period }: Span,
): FunctionMetrics {
  const from = now - period.length
  const recent = entries.filter(({ time }) => Date.parse(time) > from)
  const requests = recent.flatMap(({ time, request }) =>
    request ? [{ ...request, at: Date.parse(time) }] : [],
  )
  const durations = durationsOf(requests)
  const part = period.length / period.parts
  const buckets = Array.from({ length: period.parts }, (_, index) => {
    const start = from + index * part
    const isInside = (at: number) => at > start && at <= start + part
    const inside = requests.filter(({ at }) => isInside(at))
    return {
      from: new Date(start).toISOString(),
      ...countsOf(recent.filter(({ time }) => isInside(Date.parse(time)))),
      p95_ms: percentile(durationsOf(inside), 0.95),
    }
  })
  return {
    ...countsOf(recent),
    p50_ms: percentile(durations, 0.5),
    p95_ms: percentile(durations, 0.95),
    buckets,
  }
}

/** Requests, those whose lines were dropped included, how many processes started, and what they used. */
function countsOf(entries: readonly FunctionLogEntry[]) {
  let [requests, errors, coldStarts, cpuMs] = [0, 0, 0, 0]
  let peak: number | null = null
  for (const { kind, level, usage, request, dropped } of entries) {
    requests += (dropped?.requests ?? 0) + (request ? 1 : 0)
    errors += (dropped?.errors ?? 0) + (request && request.status >= 500 ? 1 : 0)
    if (kind === 'boot' && level === 'info') coldStarts += 1
    if (!usage) continue
    cpuMs += usage.cpuMs
    peak = Math.max(peak ?? 0, usage.memoryBytes)
  }
  return { requests, errors, cold_starts: coldStarts, cpu_ms: cpuMs, peak_memory_bytes: peak }
}

const durationsOf = (requests: readonly { readonly durationMs: number }[]): readonly number[] =>
  requests.map(({ durationMs }) => durationMs).toSorted((left, right) => left - right)

/** The smallest value that this share of all values does not exceed. */
function percentile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.ceil(sorted.length * share) - 1] ?? null
}
