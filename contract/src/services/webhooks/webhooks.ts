import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { Webhook, webhookEndpoints, WebhookUrl } from '../webhook-endpoints.ts'

declare module '../../platform/permissions.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- A service adds its permissions by merging interfaces.
  interface Permissions {
    /** List a project's database webhooks and their deliveries. */
    'webhooks:read': true
    /** Create, change, test, and delete database webhooks, and see their secrets. */
    'webhooks:write': true
  }
}

/** Maximum database webhooks per project. */
export const MAX_DATABASE_WEBHOOKS = 100

export const DATABASE_EVENTS = ['INSERT', 'UPDATE', 'DELETE'] as const

const Name = z.string().min(1).max(63)

const HeaderName = z
  .string()
  .regex(/^[\w!#$%&'*+.^`|~-]+$/, 'A header name has letters, digits, and hyphens.')
  .max(200)

/** A header with a value, or with the value of a secret in the vault. */
export const WebhookHeader = z.union([
  z.strictObject({
    name: HeaderName,
    value: z
      .string()
      .regex(/^[\t\x20-\x7e]*$/, 'A header value has no line breaks and no special characters.')
      .max(8000),
  }),
  z.strictObject({
    name: HeaderName,
    secret: z.string().min(1).max(200),
  }),
])
export type WebhookHeader = z.infer<typeof WebhookHeader>

const Receiver = Webhook.pick({ name: true, enabled: true }).extend({
  /** A URL, or the path of an edge function of the project: `/functions/v1/hello`. */
  url: z.union([
    WebhookUrl,
    z
      .string()
      .regex(/^\/functions\/v1\/[\w-]+$/, 'The path of a function is /functions/v1/ and its name.')
      .max(200),
  ]),
  headers: z.array(WebhookHeader).max(50),
  timeout_ms: z.int().min(1000).max(60_000),
})

/** A receiver of the changes of a table. */
export const DatabaseWebhook = Webhook.extend({
  ...Receiver.shape,
  /** The table; null if its trigger no longer exists. */
  schema: z.string().nullable(),
  table: z.string().nullable(),
  /** The definition of the trigger. */
  trigger: z.string().nullable(),
  /** How the newest delivery ended; null before the first. */
  last_delivery: z
    .object({ state: z.enum(['delivered', 'dead']), ended_at: z.string() })
    .nullable(),
})
export type DatabaseWebhook = z.infer<typeof DatabaseWebhook>

const byRef = z.object({ ref: z.string() })
const byId = byRef.extend({ id: z.uuid() })
const path = '/platform/webhooks/{ref}/webhooks'

/** Callers without `webhooks:write` see no values of headers. */
export const listDatabaseWebhooks = endpoint({
  method: 'GET',
  path,
  access: 'webhooks:read',
  params: byRef,
  response: z.array(DatabaseWebhook),
})

/** Creates a webhook and its trigger. */
export const createDatabaseWebhook = endpoint({
  method: 'POST',
  path,
  access: 'webhooks:write',
  params: byRef,
  body: Receiver.partial({ headers: true, timeout_ms: true, enabled: true }).extend({
    schema: Name,
    table: Name,
    events: z.array(z.enum(DATABASE_EVENTS)).min(1).max(DATABASE_EVENTS.length),
    /** Only updates that name one of these columns; all if empty. */
    columns: z.array(Name).max(1600).optional(),
    /** A condition of SQL on OLD and NEW. */
    condition: z.string().trim().min(1).max(10_000).optional(),
  }),
  response: DatabaseWebhook,
  status: 201,
})

/** The values of a webhook that a form showed before the change. */
export const ReplacedWebhook = Receiver

/** With `replaces`, 409 `definition_changed` if the webhook no longer has these values. */
export const updateDatabaseWebhook = endpoint({
  method: 'PATCH',
  path: `${path}/{id}`,
  access: 'webhooks:write',
  params: byId,
  body: Receiver.partial().extend({ replaces: ReplacedWebhook.optional() }),
  response: DatabaseWebhook,
})

/** The signing secret. The access is recorded in the audit log. */
export const revealDatabaseWebhookSecret = endpoint({
  method: 'POST',
  path: `${path}/{id}/secret/reveal`,
  access: 'webhooks:write',
  params: byId,
  response: z.object({ secret: z.string() }),
})

/** Deleting a webhook deletes its trigger, too. */
export const databaseWebhookEndpoints = webhookEndpoints({
  path,
  read: 'webhooks:read',
  write: 'webhooks:write',
})
