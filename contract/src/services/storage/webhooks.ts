import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { Webhook, webhookEndpoints, WebhookUrl } from '../webhook-endpoints.ts'

/** Maximum webhooks per project. */
export const MAX_STORAGE_WEBHOOKS = 20

export const STORAGE_EVENTS = ['object.created', 'object.removed'] as const

/** The configurable fields of a webhook. */
export const StorageWebhookOptions = Webhook.pick({ name: true, enabled: true }).extend({
  url: WebhookUrl,
  /** Null for all buckets. */
  bucket: z.string().min(1).max(100).nullable(),
  /** Only objects whose names begin with this prefix. */
  prefix: z.string().max(1024, 'Enter at most 1,024 characters.'),
  events: z.array(z.enum(STORAGE_EVENTS)).min(1).max(STORAGE_EVENTS.length),
})

/** A receiver of events about objects. At 10,000 waiting events, further ones are dropped. */
export const StorageWebhook = Webhook.extend(StorageWebhookOptions.shape)
export type StorageWebhook = z.infer<typeof StorageWebhook>

/** Only the responses to its creation and to a rotation contain the signing secret. */
export const NewStorageWebhook = StorageWebhook.extend({ secret: z.string() })
export type NewStorageWebhook = z.infer<typeof NewStorageWebhook>

const byRef = z.object({ ref: z.string() })
const path = '/platform/storage/{ref}/webhooks'

export const listStorageWebhooks = endpoint({
  method: 'GET',
  path,
  access: 'storage:read',
  params: byRef,
  response: z.array(StorageWebhook),
})

export const createStorageWebhook = endpoint({
  method: 'POST',
  path,
  access: 'storage:write',
  params: byRef,
  body: StorageWebhookOptions.partial({ bucket: true, prefix: true, events: true, enabled: true }),
  response: NewStorageWebhook,
  status: 201,
})

export const updateStorageWebhook = endpoint({
  method: 'PATCH',
  path: `${path}/{id}`,
  access: 'storage:write',
  params: byRef.extend({ id: z.uuid() }),
  body: StorageWebhookOptions.partial(),
  response: StorageWebhook,
})

export const storageWebhookEndpoints = webhookEndpoints({
  path,
  read: 'storage:read',
  write: 'storage:write',
})
