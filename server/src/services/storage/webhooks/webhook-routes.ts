import {
  createStorageWebhook,
  listStorageWebhooks,
  storageWebhookEndpoints,
  updateStorageWebhook,
} from '@stoa/contract/services/storage/webhooks'
import { route, type Route } from '../../../lib/http.ts'
import { webhookRoutes } from '../../../project/webhooks/receiver-routes.ts'
import type { Webhooks } from './webhooks.ts'

/** The routes for members at `/platform/storage/:ref/webhooks`. */
export function storageWebhookRoutes(webhooks: Webhooks): readonly Route[] {
  const { receivers } = webhooks
  return [
    route(listStorageWebhooks).to(({ request }) => receivers.list(request.project)),
    route(createStorageWebhook).to(async ({ body, request }) => {
      const created = await webhooks.create(request.project, body)
      await request.recordAudit({ action: 'storage_webhook.create', target: created.name })
      return created
    }),
    route(updateStorageWebhook).to(async ({ params, body, request }) => {
      const updated = await webhooks.update(request.project, params.id, body)
      const metadata = { changed: Object.keys(body).sort().join(', ') }
      await request.recordAudit({
        action: 'storage_webhook.update',
        target: updated.name,
        metadata,
      })
      return updated
    }),
    ...webhookRoutes(storageWebhookEndpoints, {
      noun: 'storage_webhook',
      receivers,
      remove: receivers.remove,
      test: webhooks.test,
    }),
  ]
}
