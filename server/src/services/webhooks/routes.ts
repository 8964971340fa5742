import {
  createDatabaseWebhook,
  deleteDatabaseWebhook,
  listDatabaseWebhookDeliveries,
  listDatabaseWebhooks,
  redeliverDatabaseWebhook,
  revealDatabaseWebhookSecret,
  rotateDatabaseWebhookSecret,
  testDatabaseWebhook,
  updateDatabaseWebhook,
} from '@stoa/contract/services/webhooks/webhooks'
import type { FastifyInstance } from 'fastify'
import { route } from '../../lib/http.ts'
import type { Webhooks } from './webhooks.ts'

/** The routes for members at `/platform/webhooks/:ref/webhooks`. */
export function addRoutes(app: FastifyInstance, webhooks: Webhooks): void {
  const routes = [
    route(listDatabaseWebhooks).to(({ request }) =>
      webhooks.list(request.project, request.can('webhooks:write')),
    ),
    route(createDatabaseWebhook).to(async ({ body, request }) => {
      const created = await webhooks.create(request.project, body)
      const metadata = { table: `${body.schema}.${body.table}` }
      await request.recordAudit({ action: 'database_webhook.create', target: body.name, metadata })
      return created
    }),
    route(updateDatabaseWebhook).to(async ({ params, body, request }) => {
      const updated = await webhooks.update(request.project, params.id, body)
      const metadata = { changed: Object.keys(body).sort().join(', ') }
      await request.recordAudit({
        action: 'database_webhook.update',
        target: updated.name,
        metadata,
      })
      return updated
    }),
    route(deleteDatabaseWebhook).to(async ({ params, request }) => {
      const target = await webhooks.remove(request.project, params.id)
      await request.recordAudit({ action: 'database_webhook.delete', target })
      return {}
    }),
    route(revealDatabaseWebhookSecret).to(async ({ params, request }) => {
      const { secret, name } = await webhooks.reveal(request.project, params.id)
      // The reading is in the audit log before the secret leaves.
      await request.recordAudit({ action: 'database_webhook_secret.reveal', target: name })
      return { secret }
    }),
    route(rotateDatabaseWebhookSecret).to(async ({ params, request }) => {
      const { secret, name } = await webhooks.rotate(request.project, params.id)
      await request.recordAudit({ action: 'database_webhook_secret.rotate', target: name })
      return { secret }
    }),
    route(testDatabaseWebhook).to(async ({ params, request }) => {
      await webhooks.test(request.project, params.id)
      await request.recordAudit({ action: 'database_webhook.test', target: params.id })
      return {}
    }),
    route(listDatabaseWebhookDeliveries).to(({ params, request }) =>
      webhooks.deliveries(request.project, params.id),
    ),
    route(redeliverDatabaseWebhook).to(async ({ params, request }) => {
      await webhooks.redeliver(request.project, params)
      await request.recordAudit({ action: 'database_webhook.redeliver', target: params.id })
      return {}
    }),
  ]
  for (const add of routes) add(app)
}
