import type { ProjectMetrics } from '../../data/resources/platform/project-metrics.ts'
import { pickValue } from '../../lib/search-params.ts'

const METRIC_SORTS = [
  'name',
  'cpu_percent',
  'memory_bytes',
  'disk_bytes',
  'connections',
  'requests',
  'server_errors',
] as const
export type MetricSort = (typeof METRIC_SORTS)[number]

export type ProjectsSearch = {
  sort?: MetricSort | undefined
  order?: 'asc' | 'desc' | undefined
}

export const ProjectsSearch = (given: Record<string, unknown>): ProjectsSearch => ({
  ...pickValue(given, 'sort', METRIC_SORTS),
  ...pickValue(given, 'order', ['asc', 'desc']),
})

/** Sorts projects by a metric. Those without a value are last in both orders. */
export function sorted(
  projects: readonly ProjectMetrics[],
  { sort, order }: { sort: MetricSort; order: 'asc' | 'desc' },
): readonly ProjectMetrics[] {
  const sign = order === 'asc' ? 1 : -1
  return projects.toSorted((one, other) => {
    const [a, b] = [one[sort], other[sort]]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    if (typeof a === 'string' || typeof b === 'string')
      return sign * String(a).localeCompare(String(b), 'en')
    return sign * (a - b)
  })
}
