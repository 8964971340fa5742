import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'

/** The most webhooks that a project can have. */
export const MAX_STORAGE_WEBHOOKS = 20

export const STORAGE_EVENTS = ['object.created', 'object.removed'] as const

const Options = z.object({
  name: z.string().trim().min(1).max(100),
  url: z.url({ protocol: /^https?$/ }).max(2000),
  /** Null for all buckets. */
  bucket: z.string().min(1).max(100).nullable(),
  /** Only objects whose names begin with it. */
  prefix: z.string().max(1024),
  events: z.array(z.enum(STORAGE_EVENTS)).min(1).max(STORAGE_EVENTS.length),
  enabled: z.boolean(),
})

/** A receiver of events about objects, which are signed as Standard Webhooks. */
export const StorageWebhook = Options.extend({
  id: z.string(),
  /** Events that wait to be delivered. A webhook with 10,000 of them gets no more. */
  pending: z.int(),
  created_at: z.string(),
})
export type StorageWebhook = z.infer<typeof StorageWebhook>

/** The signing secret is in the responses of the creation and of a rotation only. */
export const NewStorageWebhook = StorageWebhook.extend({ secret: z.string() })
export type NewStorageWebhook = z.infer<typeof NewStorageWebhook>

export const StorageWebhookDelivery = z.object({
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
export type StorageWebhookDelivery = z.infer<typeof StorageWebhookDelivery>

const byRef = z.object({ ref: z.string() })
const byId = byRef.extend({ id: z.uuid() })
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
  body: Options.partial({ bucket: true, prefix: true, events: true, enabled: true }),
  response: NewStorageWebhook,
  status: 201,
})

export const updateStorageWebhook = endpoint({
  method: 'PATCH',
  path: `${path}/{id}`,
  access: 'storage:write',
  params: byId,
  body: Options.partial(),
  response: StorageWebhook,
})

/** Deletes a webhook with its log and the events that wait. */
export const deleteStorageWebhook = endpoint({
  method: 'DELETE',
  path: `${path}/{id}`,
  access: 'storage:write',
  params: byId,
  response: z.object({}),
})

/** Replaces the signing secret; the next attempt is signed with the new one. */
export const rotateStorageWebhookSecret = endpoint({
  method: 'POST',
  path: `${path}/{id}/secret/rotate`,
  access: 'storage:write',
  params: byId,
  response: z.object({ secret: z.string() }),
})

/** Sends an event of the type `test`, whatever the webhook selects. */
export const testStorageWebhook = endpoint({
  method: 'POST',
  path: `${path}/{id}/test`,
  access: 'storage:write',
  params: byId,
  response: z.object({ id: z.string() }),
  status: 202,
})

/** The latest 50 deliveries, newest first. */
export const listStorageWebhookDeliveries = endpoint({
  method: 'GET',
  path: `${path}/{id}/deliveries`,
  access: 'storage:read',
  params: byId,
  response: z.array(StorageWebhookDelivery),
})

/** Sends a delivered or dead event once more, with new attempts and the same `webhook-id`. */
export const redeliverStorageWebhook = endpoint({
  method: 'POST',
  path: `${path}/{id}/deliveries/{delivery}/redeliver`,
  access: 'storage:write',
  params: byId.extend({ delivery: z.uuid() }),
  response: z.object({}),
  status: 202,
})
