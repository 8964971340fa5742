import type { Project } from '../../project/project.ts'
import type { Collector } from './collector.ts'
import { MAX_LAST_READING_MS, READING_INTERVAL_MS } from './limits.ts'

/**
 * Reads the counters of a running project from time to time, and once more when it stops. A job would
 * be a use of the project, which then never falls asleep.
 */
export function readRegularly(collector: Collector, project: Project) {
  const read = (timeoutMs?: number) =>
    collector.collect(project, timeoutMs).catch((error: unknown) => {
      project
        .log('query-performance')
        .warn({ error: String(error) }, 'Could not read the statistics of queries.')
    })
  const timer = setInterval(() => void read(), READING_INTERVAL_MS)
  timer.unref()
  return {
    async stop(): Promise<void> {
      clearInterval(timer)
      await read(MAX_LAST_READING_MS)
    },
  }
}
