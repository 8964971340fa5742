import type { z } from 'zod'
import {
  MAX_STORAGE_WEBHOOKS,
  STORAGE_EVENTS,
  StorageWebhook,
  type createStorageWebhook,
  type NewStorageWebhook,
  type updateStorageWebhook,
} from '@stoa/contract/services/storage/webhooks'
import type { Clock } from '../../../lib/clock.ts'
import type { Outgoing } from '../../../lib/outgoing.ts'
import type { SecretBox } from '../../../lib/secret-box.ts'
import { sql } from '../../../postgres/sql.ts'
import type { Project } from '../../../project/project.ts'
import type { WebhookOutbox } from '../../../project/webhooks/outbox.ts'
import {
  createWebhookReceivers,
  type WebhookReceivers,
} from '../../../project/webhooks/receivers.ts'
import type { WebhookColumns } from '../../../project/webhooks/receiver-queries.ts'

type WebhookDefinition = z.infer<NonNullable<typeof createStorageWebhook.body>>
type StorageWebhookChange = z.infer<NonNullable<typeof updateStorageWebhook.body>>

/** The webhooks of the projects: receivers of events about objects. */
export type Webhooks = {
  readonly receivers: WebhookReceivers<StorageWebhook>
  /** Rejects with 409 `too_many_storage_webhooks`, or `outgoing_refused` for a private address. */
  create(project: Project, webhook: WebhookDefinition): Promise<NewStorageWebhook>
  /** Rejects with 404 `storage_webhook_not_found`. */
  update(project: Project, id: string, change: StorageWebhookChange): Promise<StorageWebhook>
  /** Adds a test event. Resolves to the id of the delivery. */
  test(project: Project, id: string): Promise<string>
}

export function createWebhooks({
  clock,
  ...deps
}: {
  readonly clock: Clock
  readonly outgoing: Outgoing
  readonly secrets: SecretBox
  readonly newId: () => string
  /** 32 random bytes from a secure source. */
  readonly newSecret: () => Buffer
  readonly outbox: WebhookOutbox
}): Webhooks {
  const receivers = createWebhookReceivers({
    ...deps,
    role: 'supabase_storage_admin',
    schema: 'storage',
    record: StorageWebhook,
    columns: sql`w.bucket_id as bucket, w.prefix, w.events`,
    maximum: MAX_STORAGE_WEBHOOKS,
    codes: {
      unknown: 'storage_webhook_not_found',
      unknownDelivery: 'storage_delivery_not_found',
      full: 'too_many_storage_webhooks',
    },
  })
  return {
    receivers,
    async create(project, webhook) {
      await receivers.checkUrl(webhook.url)
      const { id, secret } = await receivers.add(
        project,
        columnsOf({ bucket: null, prefix: '', events: [...STORAGE_EVENTS], ...webhook }),
      )
      return { ...(await receivers.read(project, id)), secret }
    },
    async update(project, id, change) {
      if (change.url !== undefined) await receivers.checkUrl(change.url)
      return receivers.change(project, id, { values: columnsOf(change) })
    },
    test(project, id) {
      const body = { type: 'test', timestamp: clock.now().toISOString(), data: {} }
      return receivers.addEvent(project, id, { type: 'test', body: JSON.stringify(body) })
    },
  }
}

/** The columns that a change sets. */
const columnsOf = ({
  name,
  url,
  enabled,
  bucket,
  prefix,
  events,
}: StorageWebhookChange): WebhookColumns => ({
  ...(name !== undefined && { name: sql`${name}` }),
  ...(url !== undefined && { url: sql`${url}` }),
  ...(enabled !== undefined && { enabled: sql`${enabled}::boolean` }),
  ...(bucket !== undefined && { bucket_id: sql`${bucket}::text` }),
  ...(prefix !== undefined && { prefix: sql`${prefix}` }),
  ...(events !== undefined && { events: sql`${events}::text[]` }),
})
