import {
  DatabaseWebhook,
  MAX_DATABASE_WEBHOOKS,
  type createDatabaseWebhook,
  type updateDatabaseWebhook,
} from '@stoa/contract/services/webhooks/webhooks'
import type { z } from 'zod'
import type { Outgoing } from '../../lib/outgoing.ts'
import type { SecretBox } from '../../lib/secret-box.ts'
import { sqlstateOf } from '../../postgres/failures.ts'
import type { Project } from '../../project/project.ts'
import type { WebhookOutbox } from '../../project/webhooks/outbox.ts'
import { createWebhookReceivers, type WebhookReceivers } from '../../project/webhooks/receivers.ts'
import { invalidTrigger } from './errors.ts'
import { columnsOf, WEBHOOK_COLUMNS, WEBHOOK_JOINS } from './queries.ts'
import { ROLE } from './request-queries.ts'
import { createTriggerSql, dropTriggerSql } from './trigger-sql.ts'

type NewWebhook = z.infer<NonNullable<typeof createDatabaseWebhook.body>>
type WebhookChange = z.infer<NonNullable<typeof updateDatabaseWebhook.body>>

/** The webhooks of a project's tables. Those with an id reject with 404 `webhook_not_found`. */
export type Webhooks = {
  readonly receivers: WebhookReceivers<DatabaseWebhook>
  /** `showsValues` includes the values of headers. */
  list(project: Project, showsValues: boolean): Promise<DatabaseWebhook[]>
  /**
   * Also creates the trigger. Rejects with 400 `invalid_trigger` and Postgres's message, 409
   * `too_many_webhooks`, or `outgoing_refused` for a private address.
   */
  create(project: Project, webhook: NewWebhook): Promise<DatabaseWebhook>
  update(project: Project, id: string, change: WebhookChange): Promise<DatabaseWebhook>
  /** Also deletes the trigger. */
  remove(project: Project, id: string): Promise<void>
  /** Adds a test event. Resolves to the id of the delivery. */
  test(project: Project, id: string): Promise<string>
}

const DEFAULT_TIMEOUT_MS = 5000

export function createWebhooks(deps: {
  readonly outgoing: Outgoing
  readonly secrets: SecretBox
  readonly newId: () => string
  /** 32 random bytes from a secure source. */
  readonly newSecret: () => Buffer
  readonly outbox: WebhookOutbox
}): Webhooks {
  const receivers = createWebhookReceivers({
    ...deps,
    role: ROLE,
    schema: 'supabase_functions',
    record: DatabaseWebhook,
    columns: WEBHOOK_COLUMNS,
    joins: WEBHOOK_JOINS,
    maximum: MAX_DATABASE_WEBHOOKS,
    codes: {
      unknown: 'webhook_not_found',
      unknownDelivery: 'delivery_not_found',
      full: 'too_many_webhooks',
    },
  })
  // Triggers belong to the owner of the tables.
  const owner = (project: Project) => project.database.as('postgres')

  async function checkUrl(project: Project, url: string): Promise<void> {
    if (url.startsWith('/') || url.startsWith(`${project.apiUrl}/`)) return
    await receivers.checkUrl(url)
  }

  return {
    receivers,
    async list(project, showsValues) {
      const webhooks = await receivers.list(project)
      return showsValues ? webhooks : webhooks.map(withoutValues)
    },
    async create(project, webhook) {
      await checkUrl(project, webhook.url)
      const { id } = await receivers.add(
        project,
        columnsOf({ headers: [], timeout_ms: DEFAULT_TIMEOUT_MS, ...webhook }),
      )
      try {
        await owner(project).run(createTriggerSql(id, webhook))
      } catch (error) {
        await receivers.remove(project, id)
        throw sqlstateOf(error) === undefined ? error : invalidTrigger(error)
      }
      return receivers.read(project, id)
    },
    async update(project, id, change) {
      if (change.url !== undefined) await checkUrl(project, change.url)
      return receivers.change(project, id, { values: columnsOf(change), replaces: change.replaces })
    },
    async remove(project, id) {
      const { schema, table } = await receivers.read(project, id)
      if (schema !== null && table !== null)
        await owner(project)
          .run(dropTriggerSql(id, { schema, table }))
          .catch((error: unknown) => {
            throw sqlstateOf(error) === undefined ? error : invalidTrigger(error)
          })
      await receivers.remove(project, id)
    },
    async test(project, id) {
      const { schema, table } = await receivers.read(project, id)
      const body = { type: 'TEST', table, schema, record: null, old_record: null }
      return receivers.addEvent(project, id, { type: 'TEST', body: JSON.stringify(body) })
    },
  }
}

const withoutValues = (webhook: DatabaseWebhook): DatabaseWebhook => ({
  ...webhook,
  headers: webhook.headers.map((header) =>
    'value' in header ? { name: header.name, value: '' } : header,
  ),
})
