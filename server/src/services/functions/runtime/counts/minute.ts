import { z } from 'zod'

export const MINUTE_MS = 60_000

/** What happened to a function in one minute. */
export const Minute = z.object({
  /** Minutes since 1970. */
  minute: z.int(),
  requests: z.int(),
  /** Requests with a status of 500 or above. */
  errors: z.int(),
  coldStarts: z.int(),
  cpuMs: z.number(),
  /** The most that one process used; null if none was measured. */
  peakMemoryBytes: z.number().nullable(),
  /** The number of requests per duration in milliseconds, rounded by `roundDuration`. */
  durations: z.record(z.string(), z.int()),
})
export type Minute = z.infer<typeof Minute>

export const emptyMinute = (minute: number): Minute => ({
  minute,
  requests: 0,
  errors: 0,
  coldStarts: 0,
  cpuMs: 0,
  peakMemoryBytes: null,
  durations: {},
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
  sum.coldStarts += added.coldStarts
  sum.cpuMs += added.cpuMs
  if (added.peakMemoryBytes !== null)
    sum.peakMemoryBytes = Math.max(sum.peakMemoryBytes ?? 0, added.peakMemoryBytes)
  for (const [duration, count] of Object.entries(added.durations))
    sum.durations[duration] = (sum.durations[duration] ?? 0) + count
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
