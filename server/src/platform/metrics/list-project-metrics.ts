import type { ProjectMetrics } from '@stoa/contract/platform/project-metrics'
import { MINUTE_MS } from '../../metrics/limits.ts'
import type { MetricMemory } from '../../metrics/port.ts'
import type { Context } from '../context.ts'
import { listEveryProject } from '../projects/port.ts'

const HOUR_MS = 60 * MINUTE_MS

/** The latest values of every project, the busiest first. Wakes none. */
export async function listProjectMetrics({
  session,
  fleet,
  metrics,
  clock,
}: Pick<Context, 'clock' | 'fleet' | 'metrics' | 'session'>): Promise<ProjectMetrics[]> {
  const now = clock.now().getTime()
  const rows = await listEveryProject(session)
  const instances = await fleet.list(rows.map(({ ref }) => ref))
  const statuses = new Map(instances.map(({ ref, status }) => [ref, status]))
  const listed = rows.flatMap(({ ref, name, organization_slug }) => {
    const status = statuses.get(ref)
    if (status === undefined) return []
    const sample = metrics.latest(ref)
    const { cpu_percent, memory_bytes, disk_bytes, connections } = sample?.values ?? {}
    return {
      ref,
      name,
      organization_slug,
      status,
      measured_at: sample ? new Date(sample.at).toISOString() : null,
      cpu_percent: cpu_percent ?? null,
      memory_bytes: memory_bytes ?? null,
      disk_bytes: disk_bytes ?? null,
      connections: connections ?? null,
      requests: lastHour(metrics, ref, { metric: 'gateway.requests', now }),
      server_errors: lastHour(metrics, ref, { metric: 'gateway.server_errors', now }),
    }
  })
  return listed.toSorted(
    (a, b) =>
      (b.cpu_percent ?? -1) - (a.cpu_percent ?? -1) ||
      b.requests - a.requests ||
      a.name.localeCompare(b.name),
  )
}

/** The sum of the last 60 minutes, with the current one. */
function lastHour(
  metrics: MetricMemory,
  ref: string,
  {
    metric,
    now,
  }: { readonly metric: 'gateway.requests' | 'gateway.server_errors'; readonly now: number },
): number {
  const from = now - (now % MINUTE_MS) + MINUTE_MS - HOUR_MS
  return metrics.series(ref, metric, { from, stepMs: HOUR_MS, count: 1 })[0] ?? 0
}
