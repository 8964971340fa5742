import type { FunctionMetrics, FunctionPeriod } from '@stoa/contract/services/functions/logs'
import { addMinute, emptyMinute, MINUTE_MS, type Minute } from '../runtime/counts/minute.ts'

/** The length of each period in minutes, and how many parts its chart has. */
const PERIODS = {
  '15m': { minutes: 15, parts: 15 },
  '1h': { minutes: 60, parts: 12 },
  '3h': { minutes: 180, parts: 18 },
  '24h': { minutes: 1440, parts: 24 },
} as const

/** Whole minutes, counted since 1970. */
export type Span = {
  readonly from: number
  /** The length of each of the equal parts. */
  readonly part: number
  readonly parts: number
}

/** The period that ends with the current minute. */
export function spanOf(period: FunctionPeriod, now: number): Span {
  const { minutes, parts } = PERIODS[period]
  return { from: Math.floor(now / MINUTE_MS) + 1 - minutes, part: minutes / parts, parts }
}

/** The numbers of a period and of its parts. */
export function measure(minutes: readonly Minute[], { from, part, parts }: Span): FunctionMetrics {
  const parted = Map.groupBy(minutes, ({ minute }) => Math.floor((minute - from) / part))
  const buckets = Array.from({ length: parts }, (_, index) => {
    const sum = sumOf(parted.get(index) ?? [])
    return {
      from: new Date((from + index * part) * MINUTE_MS).toISOString(),
      ...countsOf(sum),
      p95_ms: percentile(sum, 0.95),
    }
  })
  const sum = sumOf(minutes)
  return { ...countsOf(sum), p50_ms: percentile(sum, 0.5), p95_ms: percentile(sum, 0.95), buckets }
}

/** The counts of all minutes together. */
export function sumOf(minutes: readonly Minute[]): Minute {
  const sum = emptyMinute(0)
  for (const each of minutes) addMinute(sum, each)
  return sum
}

const countsOf = ({ requests, errors, coldStarts, cpuMs, peakMemoryBytes }: Minute) => ({
  requests,
  errors,
  cold_starts: coldStarts,
  cpu_ms: cpuMs,
  peak_memory_bytes: peakMemoryBytes,
})

/** The shortest duration that this share of all requests does not exceed. */
function percentile({ requests, durations }: Minute, share: number): number | null {
  // Integer keys are sorted.
  let left = Math.ceil(requests * share)
  for (const [duration, count] of Object.entries(durations)) {
    left -= count
    if (left <= 0) return Number(duration)
  }
  return null
}
