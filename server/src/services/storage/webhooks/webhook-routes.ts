import type { FastifyInstance } from 'fastify'
import {
  createStorageWebhook,
  deleteStorageWebhook,
  listStorageWebhookDeliveries,
  listStorageWebhooks,
  redeliverStorageWebhook,
  rotateStorageWebhookSecret,
  testStorageWebhook,
  updateStorageWebhook,
} from '@stoa/contract/services/storage/webhooks'
import { route } from '../../../lib/http.ts'
import type { Webhooks } from './webhooks.ts'

/** The routes for members at `/platform/storage/:ref/webhooks`. */
export function addWebhookRoutes(app: FastifyInstance, webhooks: Webhooks): void {
  const routes = [
    route(listStorageWebhooks).to(({ request }) => webhooks.list(request.project)),
    route(createStorageWebhook).to(async ({ body, request }) => {
      const created = await webhooks.create(request.project, body)
      await request.recordAudit({ action: 'storage_webhook.create', target: created.id })
      return created
    }),
    route(updateStorageWebhook).to(async ({ params, body, request }) => {
      const updated = await webhooks.update(request.project, params.id, body)
      await request.recordAudit({ action: 'storage_webhook.update', target: params.id })
      return updated
    }),
    route(deleteStorageWebhook).to(async ({ params, request }) => {
      await webhooks.remove(request.project, params.id)
      await request.recordAudit({ action: 'storage_webhook.delete', target: params.id })
      return {}
    }),
    route(rotateStorageWebhookSecret).to(async ({ params, request }) => {
      const secret = await webhooks.rotate(request.project, params.id)
      await request.recordAudit({ action: 'storage_webhook_secret.rotate', target: params.id })
      return { secret }
    }),
    route(testStorageWebhook).to(async ({ params, request }) => ({
      id: await webhooks.test(request.project, params.id),
    })),
    route(listStorageWebhookDeliveries).to(({ params, request }) =>
      webhooks.deliveries(request.project, params.id),
    ),
    route(redeliverStorageWebhook).to(async ({ params, request }) => {
      await webhooks.redeliver(request.project, params)
      return {}
    }),
  ]
  for (const add of routes) add(app)
}
