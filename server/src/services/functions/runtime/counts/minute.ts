import { z } from 'zod'

export const MINUTE_MS = 60_000

/** The counters of a function for one minute. */
export const Minute = z.object({
  /** Minutes since 1970. */
  minute: z.int(),
  requests: z.int(),
  /** Requests with a status of 500 or above. */
  errors: z.int(),
  /** Requests with a status of 300 to 399, and of 400 to 499. */
  redirects: z.int().default(0),
  clientErrors: z.int().default(0),
  coldStarts: z.int(),
  cpuMs: z.number(),
  /**
   * The maximum of a single measurement: one request, unless requests follow each other closely.
   */
  peakCpuMs: z.number().default(0),
  /** How often the memory of a process was measured, and the sum of the results. */
  measurements: z.int().default(0),
  memoryBytes: z.number().default(0),
  /** The peak of a single process; null if none was measured. */
  peakMemoryBytes: z.number().nullable(),
  /** The number of requests per duration in milliseconds, rounded by `roundDuration`. */
  durations: z.record(z.string(), z.int()),
  /** The number of log lines per level, without the invocations. */
  lines: z.record(z.string(), z.int()).default({}),
})
export type Minute = z.infer<typeof Minute>

export const emptyMinute = (minute: number): Minute => ({
  minute,
  requests: 0,
  errors: 0,
  redirects: 0,
  clientErrors: 0,
  coldStarts: 0,
  cpuMs: 0,
  peakCpuMs: 0,
  measurements: 0,
  memoryBytes: 0,
  peakMemoryBytes: null,
  durations: {},
  lines: {},
})

/** Exact below 100 ms, and two digits above: a minute has a limited number of different durations. */
export function roundDuration(ms: number): number {
  if (ms < 100) return Math.round(ms)
  const unit = 10 ** (Math.floor(Math.log10(ms)) - 1)
  return Math.round(ms / unit) * unit
}

/** Adds the counts of one minute to those of another. */
export function addMinute(sum: Minute, added: Omit<Minute, 'minute'>): void {
  sum.requests += added.requests
  sum.errors += added.errors
  sum.redirects += added.redirects
  sum.clientErrors += added.clientErrors
  sum.coldStarts += added.coldStarts
  sum.cpuMs += added.cpuMs
  sum.peakCpuMs = Math.max(sum.peakCpuMs, added.peakCpuMs)
  sum.measurements += added.measurements
  sum.memoryBytes += added.memoryBytes
  if (added.peakMemoryBytes !== null)
    sum.peakMemoryBytes = Math.max(sum.peakMemoryBytes ?? 0, added.peakMemoryBytes)
  addEach(sum.durations, added.durations)
  addEach(sum.lines, added.lines)
}

function addEach(sums: Record<string, number>, added: Readonly<Record<string, number>>): void {
  for (const [key, count] of Object.entries(added)) sums[key] = (sums[key] ?? 0) + count
}

/** One for each minute, the oldest first. */
export function mergeMinutes(minutes: readonly Minute[]): readonly Minute[] {
  const merged = new Map<number, Minute>()
  for (const each of minutes) {
    const sum = merged.get(each.minute) ?? emptyMinute(each.minute)
    merged.set(each.minute, sum)
    addMinute(sum, each)
  }
  return [...merged.values()].toSorted((one, other) => one.minute - other.minute)
}
