import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import type { Permission } from '../platform/permissions.ts'

/** The fields that webhooks of every kind have. Their messages are signed as Standard Webhooks. */
export const Webhook = z.object({
  id: z.string(),
  name: z.string().trim().min(1, 'Enter a name.').max(100, 'Enter at most 100 characters.'),
  enabled: z.boolean(),
  /** Events that are waiting to be delivered. */
  pending: z.int(),
  created_at: z.string(),
})
export type Webhook = z.infer<typeof Webhook>

export const WebhookUrl = z
  .url({ protocol: /^https?$/, error: 'Enter a URL that starts with https:// or http://.' })
  .max(2000, 'Enter at most 2,000 characters.')

export const WebhookDelivery = z.object({
  /** The `webhook-id` of the message. */
  id: z.string(),
  event: z.string(),
  body: z.string(),
  state: z.enum(['pending', 'delivered', 'dead']),
  attempts: z.int(),
  /** The response to the last attempt. */
  last_status: z.int().nullable(),
  last_response: z.string().nullable(),
  /** Why the last attempt had no response. */
  last_error: z.string().nullable(),
  created_at: z.string(),
  ended_at: z.string().nullable(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

type Options = {
  /** The path of the list of webhooks, with `{ref}`. */
  readonly path: `/${string}`
  readonly read: Permission
  readonly write: Permission
}

const byId = z.object({ ref: z.string(), id: z.uuid() })

/** The operations that are the same for webhooks of every kind. */
export const webhookEndpoints = ({ path, read, write }: Options) => ({
  /** Deletes a webhook with its log and its waiting events. */
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/{id}`,
    access: write,
    params: byId,
    response: z.object({}),
  }),
  /** Replaces the signing secret; the next attempt is signed with the new one. */
  rotateSecret: endpoint({
    method: 'POST',
    path: `${path}/{id}/secret/rotate`,
    access: write,
    params: byId,
    response: z.object({ secret: z.string() }),
  }),
  /** Sends a test event, whatever the webhook selects. Resolves to the id of the delivery. */
  test: endpoint({
    method: 'POST',
    path: `${path}/{id}/test`,
    access: write,
    params: byId,
    response: z.object({ id: z.string() }),
    status: 202,
  }),
  /** The latest 50 deliveries, newest first. */
  listDeliveries: endpoint({
    method: 'GET',
    path: `${path}/{id}/deliveries`,
    access: read,
    params: byId,
    response: z.array(WebhookDelivery),
  }),
  /** Sends a delivered or dead event once more, with new attempts and the same `webhook-id`. */
  redeliver: endpoint({
    method: 'POST',
    path: `${path}/{id}/deliveries/{delivery}/redeliver`,
    access: write,
    params: byId.extend({ delivery: z.uuid() }),
    response: z.object({}),
    status: 202,
  }),
})
export type WebhookEndpoints = ReturnType<typeof webhookEndpoints>
