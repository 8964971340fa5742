import { randomBytes, randomUUID } from 'node:crypto'
import type { Clock } from '../../lib/clock.ts'
import type { Outgoing } from '../../lib/outgoing.ts'
import { createSecretBox } from '../../lib/secret-box.ts'
import { createWebhookSender } from '../../lib/webhooks.ts'
import type { Project } from '../../project/project.ts'
import type { Service } from '../../project/service.ts'
import { createWebhookOutbox, WEBHOOK_JOB } from '../../project/webhooks/outbox.ts'
import { lookRegularly } from './look-regularly.ts'
import { deleteUnsent, ROLE } from './request-queries.ts'
import { createRequestWorker, DELIVER_JOB, NAME } from './request-worker.ts'
import { memberRoutes } from './member-routes.ts'
import { collectEvents, messageOptions } from './messages.ts'
import { createWebhooks as createWebhookStore } from './webhooks.ts'

export type WebhooksDeps = {
  readonly clock: Clock
  readonly installationKey: Buffer
  /** Connections to the receivers of requests. */
  readonly outgoing: Outgoing
}

/**
 * Requests that SQL sends, in the schemas `net` and `supabase_functions` of a project's database,
 * and webhooks of its tables.
 */
export function createWebhooks({ clock, installationKey, outgoing }: WebhooksDeps): Service {
  const worker = createRequestWorker({ clock, outgoing })
  const secrets = createSecretBox(installationKey, 'database-webhooks')
  const outbox = createWebhookOutbox({
    service: NAME,
    role: ROLE,
    schema: 'supabase_functions',
    clock,
    sender: createWebhookSender({ outgoing, clock }),
    secrets,
    optionsOf: messageOptions,
    collect: collectEvents,
  })
  const webhooks = createWebhookStore({
    outgoing,
    secrets,
    newId: randomUUID,
    newSecret: () => randomBytes(32),
    outbox,
  })
  const looks = new WeakMap<Project, NodeJS.Timeout>()
  return {
    name: NAME,
    title: 'Webhooks',
    database: {
      roles: [ROLE],
      migrations: {
        owner: NAME,
        folder: new URL('migrations/', import.meta.url),
        role: ROLE,
        bySuperuser: ['0001-requests.sql'],
      },
      // Never uses the engine's own extension, whose worker sends requests to any address,
      // including private ones.
      standIn: {
        name: 'pg_net',
        version: '0.14',
        comment: 'Provided by the server in the schema net',
      },
    },
    permissions: {
      'webhooks:read': ['owner', 'administrator', 'developer', 'read_only'],
      'webhooks:write': ['owner', 'administrator', 'developer'],
    },
    memberDoors: [{ needs: 'database', routes: memberRoutes(webhooks) }],
    jobs: {
      [DELIVER_JOB]: { needs: 'database', run: worker.run },
      [WEBHOOK_JOB]: { needs: 'database', run: outbox.run },
      sweep: { needs: 'database', run: worker.sweep },
    },
    schedules: [{ job: 'sweep', cron: '10 * * * *', wakes: false }],
    async copied(copy) {
      await deleteUnsent(copy.database.as(ROLE))
      await webhooks.receivers.adopt(copy)
    },
    async start(project) {
      await worker.start(project)
      await outbox.recover(project)
      looks.set(project, lookRegularly(project, outbox))
    },
    async stop(project) {
      clearInterval(looks.get(project))
      looks.delete(project)
      await Promise.all([worker.stop(project), outbox.stop(project)])
    },
  }
}
