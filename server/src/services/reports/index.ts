import { plans } from '@stoa/contract/catalog/plans'
import type { PlanId } from '@stoa/contract/platform/organizations'
import type { Clock } from '../../lib/clock.ts'
import type { LogParts } from '../../logs/index.ts'
import type { MetricMemory } from '../../metrics/port.ts'
import type { Service } from '../../project/service.ts'
import { memberRoutes } from './member-routes.ts'
import { createSeriesReader } from './read-series.ts'

export type ReportsDeps = {
  readonly logs: Pick<LogParts, 'reader'>
  readonly metrics: MetricMemory
  readonly planOf: (ref: string) => Promise<PlanId>
  readonly clock: Clock
}

/** The metrics of every project over time. */
export function createReports({ logs, metrics, planOf, clock }: ReportsDeps): Service {
  const readSeries = createSeriesReader({
    logs,
    metrics,
    retentionDaysOf: async (ref) => plans[await planOf(ref)].logRetentionDays,
    clock,
  })
  return {
    name: 'reports',
    title: 'Reports',
    permissions: { 'reports:read': ['owner', 'administrator', 'developer', 'read_only'] },
    memberDoors: [{ needs: 'records', routes: memberRoutes(readSeries) }],
  }
}
