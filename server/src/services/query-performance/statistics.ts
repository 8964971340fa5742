import type {
  QueryHistory,
  QueryStatistics,
  QueryStatisticsList,
} from '@stoa/contract/services/query-performance/query-performance'
import type { Clock } from '../../lib/clock.ts'
import type { Project } from '../../project/project.ts'
import type { QueryRecords, QueryRow } from '../../project/query-records.ts'
import type { Collector } from './collector.ts'
import { queryNotFound } from './errors.ts'
import { MAX_POINTS, MAX_QUERIES } from './limits.ts'
import { sourceOf } from './source.ts'

const HOUR_MS = 60 * 60 * 1000

export type StatisticsDeps = {
  readonly clock: Clock
  readonly queryRecords: () => QueryRecords
  readonly collector: Collector
}

/** Hours begin at full hours, and the current one is the last. */
const beginOf = (now: Date, hours: number): Date =>
  new Date((Math.floor(now.getTime() / HOUR_MS) - hours + 1) * HOUR_MS)

export async function listStatistics(
  { clock, queryRecords, collector }: StatisticsDeps,
  project: Project,
  hours: number,
): Promise<QueryStatisticsList> {
  const { isAvailable, baseline, retentionDays } = await collector.upToDate(project)
  const rows = await queryRecords().listQueries(
    project.ref,
    beginOf(clock.now(), hours),
    MAX_QUERIES,
  )
  return {
    is_available: isAvailable,
    read_at: baseline?.readAt.toISOString() ?? null,
    reset_at: baseline?.resetAt?.toISOString() ?? null,
    retention_days: retentionDays,
    queries: rows.map(statisticsOf),
  }
}

/** 404 `query_not_found`. */
export async function readHistory(
  { clock, queryRecords }: StatisticsDeps,
  project: Project,
  { id, hours }: { readonly id: string; readonly hours: number },
): Promise<QueryHistory> {
  const { ref } = project
  const since = beginOf(clock.now(), hours)
  const callers = await queryRecords().readQuery(ref, id, since)
  const own = callers.find((row) => row.id === id)
  if (!own) throw queryNotFound()
  const stepHours = Math.ceil(hours / MAX_POINTS)
  const points = await queryRecords().readPoints(ref, id, { since, stepHours })
  return {
    ...statisticsOf(own),
    query_id: own.queryId,
    is_cut: own.isCut,
    first_seen_at: own.firstSeenAt.toISOString(),
    step_hours: stepHours,
    points: points.map(({ at, calls, totalMs, rows }) => ({
      at: at.toISOString(),
      calls,
      total_ms: totalMs,
      rows,
    })),
    callers: callers
      .filter(({ calls }) => calls > 0)
      .map((row) => ({
        id: row.id,
        role: row.role,
        source: sourceOf(row),
        calls: row.calls,
        total_ms: row.totalMs,
      })),
  }
}

function statisticsOf(row: QueryRow): QueryStatistics {
  const { calls, totalMs, blocksHit, blocksRead } = row
  const blocks = blocksHit + blocksRead
  return {
    id: row.id,
    role: row.role,
    source: sourceOf(row),
    statement: row.statement,
    calls,
    total_ms: totalMs,
    mean_ms: calls === 0 ? 0 : totalMs / calls,
    min_ms: row.minMs,
    max_ms: row.maxMs,
    rows: row.rows,
    cache_hit_percent: blocks === 0 ? null : (blocksHit / blocks) * 100,
  }
}
