import type { ProjectMetrics } from '@stoa/contract/platform/project-metrics'
import type { MetricReader } from '../../metrics/port.ts'
import type { Context } from '../context.ts'
import { listEveryProject } from '../projects/port.ts'

const HOUR = 60

/** The latest values of every project, the busiest first. Wakes none. */
export async function listProjectMetrics({
  session,
  fleet,
  metrics,
}: Pick<Context, 'fleet' | 'metrics' | 'session'>): Promise<ProjectMetrics[]> {
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
      requests: lastHour(metrics, ref, 'gateway.requests'),
      server_errors: lastHour(metrics, ref, 'gateway.server_errors'),
    }
  })
  return listed.toSorted(
    (a, b) =>
      (b.cpu_percent ?? -1) - (a.cpu_percent ?? -1) ||
      b.requests - a.requests ||
      a.name.localeCompare(b.name),
  )
}

const lastHour = (
  metrics: MetricReader,
  ref: string,
  metric: 'gateway.requests' | 'gateway.server_errors',
): number => metrics.recent(ref, metric, HOUR).reduce<number>((sum, value) => sum + (value ?? 0), 0)
