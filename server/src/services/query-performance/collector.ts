import type { PlanId } from '@stoa/contract/platform/organizations'
import type { Clock } from '../../lib/clock.ts'
import { createSharedRuns } from '../../lib/shared-runs.ts'
import type { Project } from '../../project/project.ts'
import type { QueryBaseline, QueryRecords } from '../../project/query-records.ts'
import { statisticsBusy, statisticsUnavailable } from './errors.ts'
import {
  FRESH_MS,
  MAX_QUERIES,
  MAX_READING_MS,
  MAX_RESET_ATTEMPTS,
  RETENTION_DAYS,
} from './limits.ts'
import { readCounters } from './read-counters.ts'

export type CollectorDeps = {
  readonly clock: Clock
  readonly queryRecords: () => QueryRecords
  readonly planOf: (ref: string) => Promise<PlanId>
}

export type Collection = {
  readonly isAvailable: boolean
  readonly baseline: QueryBaseline | undefined
  readonly retentionDays: number
}

export type Collector = {
  /** Reads the counters and adds what has changed to the records. */
  collect(project: Project, timeoutMs?: number): Promise<boolean>
  /** Collects unless that was done a moment ago. */
  upToDate(project: Project): Promise<Collection>
  /** Deletes what is kept. 409 `query_statistics_unavailable` and `query_statistics_busy`. */
  reset(project: Project): Promise<void>
}

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Keeps the statistics of queries: the difference between two readings and the counters that the
 * next one is compared with are saved in one transaction. A server that is killed in between has
 * saved neither, and the next reading has the same difference.
 */
export function createCollector({ clock, queryRecords, planOf }: CollectorDeps): Collector {
  const shareRuns = createSharedRuns<boolean>()
  const retentionOf = async (ref: string) => RETENTION_DAYS[await planOf(ref)]

  const collect = (project: Project, timeoutMs = MAX_READING_MS) =>
    shareRuns(project.ref, async () => {
      const { ref } = project
      const before = await queryRecords().readBaseline(ref)
      const read = await readCounters(project, before?.counters, timeoutMs)
      if (!read) return false
      const readAt = clock.now()
      const since = new Date(readAt.getTime() - (await retentionOf(ref)) * DAY_MS)
      // If another process was faster, its reading has the same uses.
      await queryRecords().saveReading(
        ref,
        { revision: before?.revision ?? 0, readAt, ...read },
        { since, maxQueries: MAX_QUERIES },
      )
      return true
    })

  return {
    collect,
    async upToDate(project) {
      const { ref } = project
      const known = await queryRecords().readBaseline(ref)
      const isFresh = known && clock.now().getTime() - known.readAt.getTime() < FRESH_MS
      const isAvailable = isFresh || (await collect(project))
      return {
        isAvailable,
        baseline: isFresh ? known : await queryRecords().readBaseline(ref),
        retentionDays: await retentionOf(ref),
      }
    },
    async reset(project) {
      const { ref } = project
      for (let attempt = 0; attempt < MAX_RESET_ATTEMPTS; attempt += 1) {
        const before = await queryRecords().readBaseline(ref)
        const read = await readCounters(project, before?.counters, MAX_READING_MS)
        if (!read) throw statisticsUnavailable()
        const { counters } = read
        const reading = { revision: before?.revision ?? 0, readAt: clock.now(), counters }
        if (await queryRecords().reset(ref, reading)) return
      }
      throw statisticsBusy()
    },
  }
}
