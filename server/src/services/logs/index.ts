import type { PlanId } from '@stoa/contract/platform/organizations'
import type { Clock } from '../../lib/clock.ts'
import type { LogParts } from '../../logs/index.ts'
import type { Service } from '../../project/service.ts'
import { memberRoutes } from './member-routes.ts'
import { expire, retentionOfPlan } from './retention.ts'

export type LogsDeps = {
  readonly logs: LogParts
  readonly planOf: (ref: string) => Promise<PlanId>
  readonly clock: Clock
}

const EXPIRE = 'expire'

/** The logs of every project: search, queries, retention, and the Management API's analytics. */
export function createLogs({ logs, planOf, clock }: LogsDeps): Service {
  const retentionOf = async (ref: string) => retentionOfPlan(await planOf(ref))
  return {
    name: 'logs',
    title: 'Logs',
    permissions: { 'logs:read': ['owner', 'administrator', 'developer', 'read_only'] },
    memberDoors: [{ needs: 'records', routes: memberRoutes({ logs, retentionOf, clock }) }],
    jobs: {
      [EXPIRE]: {
        needs: 'records',
        run: async ({ ref }) => expire(logs, ref, await retentionOf(ref)),
      },
    },
    schedules: [{ job: EXPIRE, cron: '17 * * * *', wakes: true }],
    removed: (ref) => logs.store.remove(ref),
  }
}
