import { randomBytes, randomUUID } from 'node:crypto'
import type { Clock } from '../../lib/clock.ts'
import type { Outgoing } from '../../lib/outgoing.ts'
import { createSecretBox } from '../../lib/secret-box.ts'
import { createWebhookSender } from '../../lib/webhooks.ts'
import type { MetricReader } from '../../metrics/port.ts'
import type { AlertRecords } from '../../project/alert-records.ts'
import type { Mailer } from '../../project/mailer.ts'
import type { Service } from '../../project/service.ts'
import { createJobs, NAME } from './jobs.ts'
import { memberRoutes } from './member-routes.ts'

export type AlertsServiceDeps = {
  readonly clock: Clock
  readonly alertRecords: () => AlertRecords
  readonly metrics: MetricReader
  readonly mailer: Mailer
  readonly hasMailServer: boolean
  readonly outgoing: Outgoing
  readonly installationKey: Buffer
  readonly isBackupFailing: (ref: string) => Promise<boolean | undefined>
  /** The public addresses of the installation, without trailing slashes. */
  readonly installationUrls?: () => { readonly dashboard: string }
}

/** Rules that are checked once a minute, their messages, and queries that run on a schedule. */
export function createAlerts(deps: AlertsServiceDeps): Service {
  const { clock, outgoing, alertRecords: records } = deps
  const { installationUrls = () => ({ dashboard: '' }) } = deps
  const running = new Set<string>()
  const parts = {
    ...deps,
    records,
    sender: createWebhookSender({ outgoing, clock }),
    secrets: createSecretBox(deps.installationKey, 'alerts'),
    dashboardUrl: () => installationUrls().dashboard,
    isRunning: (ref: string) => running.has(ref),
    newId: randomUUID,
    newSecret: () => randomBytes(32),
  }
  return {
    name: NAME,
    title: 'Alerts',
    permissions: {
      'alerts:read': ['owner', 'administrator', 'developer', 'read_only'],
      'alerts:write': ['owner', 'administrator', 'developer'],
    },
    database: { roles: ['postgres', 'supabase_read_only_user'] },
    memberDoors: [{ needs: 'records', routes: memberRoutes(parts) }],
    jobs: createJobs(parts),
    // The jobs need no database, so they wake no project. A sleeping one has little to check.
    schedules: [
      { job: 'evaluate', cron: '* * * * *', wakes: false },
      { job: 'evaluate', cron: '*/5 * * * *', wakes: true },
      { job: 'sweep', cron: '40 2 * * *', wakes: true },
    ],
    start: ({ ref }) => void running.add(ref),
    stop: ({ ref }) => void running.delete(ref),
  }
}
