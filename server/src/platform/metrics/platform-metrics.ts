import { monitorEventLoopDelay } from 'node:perf_hooks'
import { projectFamilies } from '../../metrics/prometheus/project-families.ts'
import { writeFamilies, type Family } from '../../metrics/prometheus/text.ts'
import type { Context } from '../context.ts'
import { listEveryProject } from '../projects/port.ts'

/** The metrics of this server and of its projects for Prometheus. */
export function createPlatformMetrics({
  fleet,
  metrics,
  session,
}: Pick<Context, 'fleet' | 'metrics' | 'session'>): () => Promise<string> {
  // Measuring costs a timer, so it begins with the first scrape.
  let delay: ReturnType<typeof monitorEventLoopDelay> | undefined
  return async () => {
    delay ??= startDelay()
    const rows = await listEveryProject(session)
    const instances = await fleet.list(rows.map(({ ref }) => ref))
    const byStatus = Map.groupBy(instances, ({ status }) => status)
    const jobs = await fleet.countJobs()
    const families = [
      gauge(
        'stoa_projects',
        'Projects by status.',
        [...byStatus].map(([status, of]) => ({ labels: { status }, value: of.length })),
      ),
      gauge('stoa_projects_running', 'Projects whose database runs now.', [
        { value: fleet.running().length },
      ]),
      gauge('stoa_jobs_waiting', 'Jobs that are due and have not begun.', [{ value: jobs.due }]),
      gauge('stoa_jobs_failed', 'Jobs that failed for good.', [{ value: jobs.failed }]),
      ...processFamilies(),
      gauge(
        'stoa_event_loop_delay_seconds',
        'How late timers of the server fire, since the last scrape.',
        [0.5, 0.99].map((quantile) => ({
          labels: { quantile: String(quantile) },
          value: (delay?.percentile(quantile * 100) ?? 0) / 1e9,
        })),
      ),
      ...projectFamilies(
        metrics,
        rows.map(({ ref }) => ref),
      ),
    ]
    delay.reset()
    return writeFamilies(families)
  }
}

function startDelay() {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  return delay
}

/** Under the names that Prometheus's own clients use. */
function processFamilies(): readonly Family[] {
  const { rss, heapUsed } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  return [
    {
      name: 'process_cpu_seconds_total',
      help: 'Processor time of the server, without databases.',
      type: 'counter',
      samples: [{ value: (user + system) / 1e6 }],
    },
    gauge('process_resident_memory_bytes', 'Resident memory of the server.', [{ value: rss }]),
    gauge('nodejs_heap_size_used_bytes', 'Used heap of the server.', [{ value: heapUsed }]),
    gauge('process_start_time_seconds', 'When the server started, since 1970.', [
      { value: Math.round(performance.timeOrigin / 1000) },
    ]),
  ]
}

const gauge = (name: string, help: string, samples: Family['samples']): Family => ({
  name,
  help,
  type: 'gauge',
  samples,
})
