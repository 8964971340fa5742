import { createLiveList } from '../../../lib/live-list.ts'
import type { RuntimeLimits } from './limits.ts'
import { bytesOf, totalUsageOf, usageOf, type ProcessUsage } from './process-usage.ts'

/** Watches the resources that a process uses, from its start to its end. */
export type Watch = {
  start(pid: number): void
  /** From now on, processor time counts too. */
  booted(): void
  /** Counts a request until the returned function is called. */
  begin(): () => void
  /**
   * The processor time since the last result, and the peak memory; undefined if unknown or if there
   * was a result just now.
   */
  take(): ProcessUsage | undefined
  end(): void
}

const BUSY_MS = 100
const IDLE_MS = 1000
const TAKE_EVERY_MS = 20
/** Files are counted less often, because that takes longer. */
const FILES_EVERY = 10

type Share = { cpuMs: number }

/**
 * The processor time of a process is divided among its current requests; between requests, it has
 * the limit of one request. Systems without `/proc` limit only the heap and the duration.
 */
export function createWatch(options: {
  readonly scratch: string
  readonly limits: RuntimeLimits
  readonly stop: (limit: string, message: string) => void
}): Watch {
  const { limits, scratch, stop } = options
  const shares = createLiveList<Share>()
  let between: Share = { cpuMs: 0 }
  let pid: number | undefined
  let timer: NodeJS.Timeout | undefined
  let seen = 0
  let taken = 0
  let peakBytes = 0
  let takenAt = 0
  let round = 0
  let isBooted = false
  let hasEnded = false

  function count(cpuMs: number): boolean {
    const used = Math.max(0, cpuMs - seen)
    seen = Math.max(seen, cpuMs)
    if (!isBooted) return false
    const all = shares.size > 0 ? shares.items() : [between]
    for (const share of all) share.cpuMs += used / all.length
    return all.some((share) => share.cpuMs > limits.cpuMs)
  }

  async function look(): Promise<void> {
    const usage = pid === undefined ? undefined : await usageOf(pid)
    if (!usage || hasEnded) return
    peakBytes = Math.max(peakBytes, usage.memoryBytes)
    if (count(usage.cpuMs))
      return refuse('processor time', `more than ${limits.cpuMs / 1000} seconds of processor time`)
    if (usage.memoryBytes > limits.memoryBytes)
      return refuse('memory', `more than ${megabytes(limits.memoryBytes)} of memory`)
    if (round++ % FILES_EVERY > 0) return
    if ((await bytesOf(scratch, limits.scratchBytes)) > limits.scratchBytes)
      refuse('disk space', `more than ${megabytes(limits.scratchBytes)} of temporary files`)
  }

  function refuse(limit: string, what: string): void {
    if (hasEnded) return
    hasEnded = true
    stop(limit, `The function was stopped: it used ${what}.`)
  }

  function schedule(): void {
    clearTimeout(timer)
    if (hasEnded) return
    const isBusy = shares.size > 0 || !isBooted
    timer = setTimeout(() => void look().finally(schedule), isBusy ? BUSY_MS : IDLE_MS).unref()
  }

  return {
    start(found) {
      if (pid !== undefined) return
      pid = found
      schedule()
    },
    booted() {
      // Processor time used by the start belongs to no request.
      void look().finally(() => {
        isBooted = true
      })
    },
    begin() {
      const share = { cpuMs: 0 }
      const entry = shares.add(share)
      between = { cpuMs: 0 }
      if (shares.size === 1) schedule()
      return () => void shares.remove(entry)
    },
    take() {
      // Calls in quick succession are counted with the next one, because each reading takes time.
      if (performance.now() - takenAt < TAKE_EVERY_MS) return undefined
      takenAt = performance.now()
      const usage = pid === undefined || hasEnded ? undefined : totalUsageOf(pid)
      const cpuMs = Math.max(taken, seen, usage?.cpuMs ?? 0)
      peakBytes = Math.max(peakBytes, usage?.memoryBytes ?? 0)
      if (peakBytes === 0) return undefined
      const since = cpuMs - taken
      taken = cpuMs
      return { cpuMs: since, memoryBytes: peakBytes }
    },
    end() {
      hasEnded = true
      clearTimeout(timer)
    },
  }
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`
