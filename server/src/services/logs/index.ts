import { includesFeature } from '@stoa/contract/catalog/plan-features'
import type { PlanId } from '@stoa/contract/platform/organizations'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import type { Outgoing } from '../../lib/outgoing.ts'
import type { LogParts } from '../../logs/index.ts'
import type { DrainRecords } from '../../project/drain-records.ts'
import type { Service } from '../../project/service.ts'
import { drainRoutes } from './drains/member-routes.ts'
import { createDrainParts } from './drains/parts.ts'
import { memberRoutes } from './member-routes.ts'
import { expire, retentionOfPlan } from './retention.ts'

export type LogsDeps = {
  readonly logs: LogParts
  readonly planOf: (ref: string) => Promise<PlanId>
  readonly clock: Clock
  readonly log: Log
  readonly outgoing: Outgoing
  readonly installationKey: Buffer
  readonly drainRecords: () => DrainRecords
  /** Whether log drains need a plan that includes them. */
  readonly hasPlanLimits?: boolean
  /** The public addresses of the installation, without trailing slashes. */
  readonly installationUrls?: () => { readonly apis: string }
}

const EXPIRE = 'expire'

/** The logs of every project: search, queries, retention, and the Management API's analytics. */
export function createLogs({ logs, planOf, clock, ...deps }: LogsDeps): Service {
  const { drainRecords, hasPlanLimits = false, installationUrls = () => ({ apis: '' }) } = deps
  const retentionOf = async (ref: string) => retentionOfPlan(await planOf(ref))
  const { drains, runner } = createDrainParts({
    ...deps,
    logs,
    clock,
    records: drainRecords,
    ownUrl: () => installationUrls().apis,
    hasDrains: async (ref) => !hasPlanLimits || includesFeature(await planOf(ref), 'log_drains'),
  })
  return {
    name: 'logs',
    title: 'Logs',
    permissions: {
      'logs:read': ['owner', 'administrator', 'developer', 'read_only'],
      'log_drains:write': ['owner', 'administrator'],
    },
    memberDoors: [
      { needs: 'records', routes: memberRoutes({ logs, retentionOf, clock }) },
      { needs: 'records', routes: drainRoutes(drains) },
    ],
    jobs: {
      [EXPIRE]: {
        needs: 'records',
        async run({ ref }) {
          await drains.checkPlan(ref)
          await expire({ ...logs, drains: runner, clock }, ref, await retentionOf(ref))
        },
      },
    },
    schedules: [{ job: EXPIRE, cron: '17 * * * *', wakes: true }],
    begin: () => runner.begin(),
    async removed(ref) {
      await runner.removed(ref)
      await logs.store.remove(ref)
    },
    end: () => runner.end(),
  }
}
