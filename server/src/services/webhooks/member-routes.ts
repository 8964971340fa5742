import {
  createDatabaseWebhook,
  databaseWebhookEndpoints,
  listDatabaseWebhooks,
  revealDatabaseWebhookSecret,
  updateDatabaseWebhook,
} from '@stoa/contract/services/webhooks/webhooks'
import { route, type Route } from '../../lib/http.ts'
import { changedFields } from '../../project/unchanged.ts'
import { recordWebhook, webhookRoutes } from '../../project/webhooks/receiver-routes.ts'
import type { Webhooks } from './webhooks.ts'

/** The routes for members at `/platform/webhooks/:ref/webhooks`. */
export function memberRoutes(webhooks: Webhooks): readonly Route[] {
  const { receivers } = webhooks
  return [
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
      const metadata = { changed: changedFields(body) }
      await request.recordAudit({
        action: 'database_webhook.update',
        target: updated.name,
        metadata,
      })
      return updated
    }),
    route(revealDatabaseWebhookSecret).to(async ({ params: { id }, request }) => ({
      // The access is in the audit log before the secret is sent.
      secret: await recordWebhook(
        request,
        { receivers, id, action: 'database_webhook_secret.reveal' },
        () => receivers.reveal(request.project, id),
      ),
    })),
    ...webhookRoutes(databaseWebhookEndpoints, {
      noun: 'database_webhook',
      receivers,
      remove: webhooks.remove,
      test: webhooks.test,
    }),
  ]
}
