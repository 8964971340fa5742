import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../lib/log.ts'
import { createCluster, type Cluster, type ClusterOptions } from './cluster.ts'

/** Delays before the first, second, … restart. */
const PAUSES_MS = [0, 500, 1000, 2000, 4000, 8000, 16_000, 30_000]
/** After this uptime, the delays start over at the next crash. */
const STABLE_MS = 60_000

/** A cluster that restarts whenever it ends by itself, until `stop`. */
export function createSupervisedCluster(
  options: Omit<ClusterOptions, 'onCrash'>,
  {
    log,
    name,
    onStarted,
  }: {
    readonly log: Log
    readonly name: string
    /** Called with the postmaster after each start. */
    readonly onStarted?: ((postmaster: number | undefined) => void) | undefined
  },
): Cluster {
  const stopping = new AbortController()
  let failures = 0
  let upSince = 0
  const cluster = createCluster({
    ...options,
    onCrash(reason) {
      log.error(
        { cluster: name, reason },
        'A database stopped unexpectedly and is being restarted.',
      )
      failures = performance.now() - upSince > STABLE_MS ? 0 : failures
      void revive()
    },
  })

  async function start(): Promise<void> {
    await cluster.start()
    upSince = performance.now()
    onStarted?.(cluster.pid)
  }

  async function revive(): Promise<void> {
    const { signal } = stopping
    while (!signal.aborted) {
      const pause = PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)]
      failures += 1
      await sleep(pause, undefined, { signal, ref: false }).catch(() => {})
      if (signal.aborted) return
      try {
        await start()
        log.info({ cluster: name }, 'A database that had stopped unexpectedly is running again.')
        return
      } catch (error) {
        log.error({ cluster: name, err: error }, 'A database could not be started again.')
      }
    }
  }

  return {
    start,
    async stop(deadlineMs) {
      stopping.abort()
      await cluster.stop(deadlineMs)
    },
    abort: cluster.abort,
    reload: cluster.reload,
    get pid() {
      return cluster.pid
    },
  }
}
