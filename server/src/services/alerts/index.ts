import { randomBytes, randomUUID } from 'node:crypto'
import type { Clock } from '../../lib/clock.ts'
import type { Outgoing } from '../../lib/outgoing.ts'
import { createSecretBox } from '../../lib/secret-box.ts'
import { createWebhookSender } from '../../lib/webhooks.ts'
import type { MetricReader } from '../../metrics/port.ts'
import type { AlertRecords } from '../../project/alert-records.ts'
import type { Mailer } from '../../project/mailer.ts'
import type { Service } from '../../project/service.ts'
import { deliverMessages } from './deliver.ts'
import { evaluateRules } from './evaluate.ts'
import { MAX_HISTORY_DAYS } from './limits.ts'
import { memberRoutes } from './member-routes.ts'
import { QUERY_JOB, restoreRuns, runScheduled } from './scheduled-runs.ts'

export type AlertsServiceDeps = {
  readonly clock: Clock
  readonly alertRecords: () => AlertRecords
  readonly metrics: MetricReader
  readonly mailer: Mailer
  readonly hasMailServer: boolean
  readonly outgoing: Outgoing
  readonly installationKey: Buffer
  /** The public addresses of the installation, without trailing slashes. */
  readonly installationUrls?: () => { readonly dashboard: string }
}

const NAME = 'alerts'
const DELIVER_JOB = 'deliver'
const DAY_MS = 86_400_000

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
    jobs: {
      evaluate: {
        needs: 'records',
        async run(project) {
          const { ref } = project
          await evaluateRules(parts, ref, clock.now())
          await restoreRuns(parts, project)
          // Messages are sent by a job of their own, so that a slow receiver delays no evaluation.
          const due = await records().messages.due(ref, clock.now(), 1)
          if (due.length > 0)
            await project.addJob(NAME, DELIVER_JOB, {}, { key: DELIVER_JOB, maxAttempts: 3 })
        },
      },
      [DELIVER_JOB]: {
        needs: 'records',
        run: ({ ref }, { signal }) => deliverMessages(parts, ref, signal),
      },
      [QUERY_JOB]: {
        needs: 'database',
        run: (project, { payload, signal }) =>
          runScheduled(parts, project, {
            id: String(payload['id']),
            isManual: payload['isManual'] === true,
            signal,
          }),
      },
      sweep: {
        needs: 'records',
        run: ({ ref }) =>
          records().messages.forget(
            ref,
            new Date(clock.now().getTime() - MAX_HISTORY_DAYS * DAY_MS),
          ),
      },
    },
    // The jobs need no database, so they wake no project.
    schedules: [
      { job: 'evaluate', cron: '* * * * *', wakes: true },
      { job: 'sweep', cron: '40 2 * * *', wakes: true },
    ],
    start: ({ ref }) => void running.add(ref),
    stop: ({ ref }) => void running.delete(ref),
  }
}
