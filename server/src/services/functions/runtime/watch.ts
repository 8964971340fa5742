import type { RuntimeLimits } from './limits.ts'
import { bytesOf, usageOf } from './process-usage.ts'

/** Watches what a process uses while it has something to do. */
export type Watch = {
  start(pid: number): void
  /** Counts a request until the returned function is called. */
  begin(): () => void
  setBackground(isRunning: boolean): void
  end(): void
}

const EVERY_MS = 100
/** Files are counted less often, because that takes longer. */
const FILES_EVERY = 10

type Share = { cpuMs: number }

/**
 * The processor time of a process is divided among the requests and background tasks that it has at
 * that time. Systems without `/proc` limit only the heap and the duration.
 */
export function createWatch(options: {
  readonly scratch: string
  readonly limits: RuntimeLimits
  readonly stop: (limit: string, message: string) => void
}): Watch {
  const { limits, scratch, stop } = options
  const shares = new Set<Share>()
  let background: Share | undefined
  let pid: number | undefined
  let timer: NodeJS.Timeout | undefined
  let seen = 0
  let round = 0
  let hasEnded = false

  async function look(): Promise<void> {
    const usage = pid === undefined ? undefined : await usageOf(pid)
    if (!usage || hasEnded) return
    const used = Math.max(0, usage.cpuMs - seen)
    seen = usage.cpuMs
    const all = background ? [...shares, background] : [...shares]
    for (const share of all) share.cpuMs += used / all.length
    if (all.some(({ cpuMs }) => cpuMs > limits.cpuMs))
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

  /** A process without work uses nothing, and is not looked at. */
  function adjust(): void {
    const isBusy = !hasEnded && pid !== undefined && (shares.size > 0 || background !== undefined)
    if (isBusy === (timer !== undefined)) return
    clearTimeout(timer)
    timer = undefined
    if (isBusy) void again(true)
  }

  async function again(isFirst: boolean): Promise<void> {
    timer = setTimeout(() => void again(false), EVERY_MS).unref()
    if (!isFirst) return look()
    // What the process used before belongs to nobody.
    const usage = pid === undefined ? undefined : await usageOf(pid)
    seen = Math.max(seen, usage?.cpuMs ?? 0)
  }

  return {
    start(found) {
      pid ??= found
      adjust()
    },
    begin() {
      const share = { cpuMs: 0 }
      shares.add(share)
      adjust()
      return () => {
        shares.delete(share)
        adjust()
      }
    },
    setBackground(isRunning) {
      background = isRunning ? (background ?? { cpuMs: 0 }) : undefined
      adjust()
    },
    end() {
      hasEnded = true
      adjust()
    },
  }
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`
