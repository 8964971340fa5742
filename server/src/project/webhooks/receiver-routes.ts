import type { Webhook, WebhookEndpoints } from '@stoa/contract/services/webhook-endpoints'
import type { FastifyRequest } from 'fastify'
import { route, type Route } from '../../lib/http.ts'
import type { Project } from '../project.ts'
import type { WebhookReceivers } from './receivers.ts'

type WebhookVerbs = {
  /** Prefix of the actions in the audit log: `storage_webhook` for `storage_webhook.delete`. */
  readonly noun: string
  readonly receivers: WebhookReceivers<Webhook>
  /** Deletes the webhook, including its service's own data about it. */
  readonly remove: (project: Project, id: string) => Promise<void>
  /** Adds a test event. Resolves to the id of the delivery. */
  readonly test: (project: Project, id: string) => Promise<string>
}

/** The routes that are the same for the webhooks of every service. */
export const webhookRoutes = (
  endpoints: WebhookEndpoints,
  { noun, receivers, remove, test }: WebhookVerbs,
): readonly Route[] => [
  route(endpoints.remove).to(async ({ params: { id }, request }) => {
    await recordWebhook(request, { receivers, id, action: `${noun}.delete` }, () =>
      remove(request.project, id),
    )
    return {}
  }),
  route(endpoints.rotateSecret).to(async ({ params: { id }, request }) => ({
    secret: await recordWebhook(request, { receivers, id, action: `${noun}_secret.rotate` }, () =>
      receivers.rotate(request.project, id),
    ),
  })),
  route(endpoints.test).to(async ({ params: { id }, request }) => ({
    id: await recordWebhook(request, { receivers, id, action: `${noun}.test` }, () =>
      test(request.project, id),
    ),
  })),
  route(endpoints.listDeliveries).to(({ params, request }) =>
    receivers.deliveries(request.project, params.id),
  ),
  route(endpoints.redeliver).to(async ({ params, request }) => {
    const { id } = params
    await recordWebhook(request, { receivers, id, action: `${noun}.redeliver` }, () =>
      receivers.redeliver(request.project, params),
    )
    return {}
  }),
]

/** Runs an action on a webhook and records it, with the webhook's name, in the audit log. */
export async function recordWebhook<Result>(
  request: FastifyRequest,
  {
    receivers,
    id,
    action,
  }: {
    readonly receivers: WebhookReceivers<Webhook>
    readonly id: string
    readonly action: string
  },
  work: () => Promise<Result>,
): Promise<Result> {
  const { name } = await receivers.read(request.project, id)
  const result = await work()
  await request.recordAudit({ action, target: name })
  return result
}
