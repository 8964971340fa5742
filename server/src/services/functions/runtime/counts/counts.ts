import type { ProcessUsage } from '../process-usage.ts'
import { appendMinutes, readMinutes } from './hour-files.ts'
import { emptyMinute, MINUTE_MS, roundDuration, type Minute } from './minute.ts'

/** A request to a function. */
export type CountedRequest = { readonly status: number; readonly durationMs: number }

export type Counted = {
  readonly request?: CountedRequest | undefined
  readonly usage?: ProcessUsage | undefined
  readonly isColdStart?: boolean
  /** The level of a log line that is not an invocation. */
  readonly level?: string | undefined
}

/**
 * Counters of functions for each minute of the last day, in files of limited size. A server that is
 * killed loses the counts of the last seconds.
 */
export type FunctionCounts = {
  /** @param folder is the function's own. */
  add(folder: string, at: number, counted: Counted): void
  /** The counts since a minute, the oldest first. */
  read(folder: string, since: number): Promise<readonly Minute[]>
  /** Resolves when everything counted before is in the files or could not be written. */
  flush(): Promise<void>
  /** Drops what has not been written yet; nothing is being written when this resolves. */
  forget(folder: string): Promise<void>
}

type Pending = { readonly minutes: Map<number, Minute>; timer?: NodeJS.Timeout }

const WRITE_EVERY_MS = 10_000

export function createFunctionCounts(): FunctionCounts {
  const pending = new Map<string, Pending>()
  /** Writes one after another in each folder. */
  const writing = new Map<string, Promise<void>>()

  function open(folder: string): Pending {
    const known = pending.get(folder)
    if (known) return known
    const opened: Pending = { minutes: new Map() }
    opened.timer = setTimeout(() => void write(folder), WRITE_EVERY_MS).unref()
    pending.set(folder, opened)
    return opened
  }

  function minuteOf({ minutes }: Pending, at: number): Minute {
    const minute = Math.floor(at / MINUTE_MS)
    const known = minutes.get(minute)
    if (known) return known
    const opened = emptyMinute(minute)
    minutes.set(minute, opened)
    return opened
  }

  function take(folder: string): Pending | undefined {
    const taken = pending.get(folder)
    clearTimeout(taken?.timer)
    pending.delete(folder)
    return taken
  }

  function write(folder: string): Promise<void> {
    const taken = take(folder)
    const before = writing.get(folder) ?? Promise.resolve()
    if (!taken) return before
    const written = before
      // Counts that cannot be written are lost, because a function does not wait for them.
      .then(() => appendMinutes(folder, [...taken.minutes.values()]).catch(() => {}))
      .finally(() => {
        if (writing.get(folder) === written) writing.delete(folder)
      })
    writing.set(folder, written)
    return written
  }

  return {
    add(folder, at, { request, usage, level, isColdStart = false }) {
      const counts = minuteOf(open(folder), at)
      if (isColdStart) counts.coldStarts += 1
      if (level !== undefined) counts.lines[level] = (counts.lines[level] ?? 0) + 1
      if (usage) {
        counts.cpuMs += usage.cpuMs
        counts.peakCpuMs = Math.max(counts.peakCpuMs, usage.cpuMs)
        counts.measurements += 1
        counts.memoryBytes += usage.memoryBytes
        counts.peakMemoryBytes = Math.max(counts.peakMemoryBytes ?? 0, usage.memoryBytes)
      }
      if (!request) return
      counts.requests += 1
      if (request.status >= 500) counts.errors += 1
      else if (request.status >= 400) counts.clientErrors += 1
      else if (request.status >= 300) counts.redirects += 1
      const duration = roundDuration(request.durationMs)
      counts.durations[duration] = (counts.durations[duration] ?? 0) + 1
    },
    async read(folder, since) {
      await write(folder)
      return readMinutes(folder, since)
    },
    async flush() {
      for (const folder of pending.keys()) void write(folder)
      await Promise.all(writing.values())
    },
    async forget(folder) {
      take(folder)
      await writing.get(folder)
    },
  }
}
