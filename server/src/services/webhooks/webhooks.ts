import {
  DatabaseWebhook,
  MAX_DATABASE_WEBHOOKS,
  WebhookHeader,
  type createDatabaseWebhook,
  type updateDatabaseWebhook,
} from '@stoa/contract/services/webhooks/webhooks'
import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import type { Outgoing } from '../../lib/outgoing.ts'
import type { SecretBox } from '../../lib/secret-box.ts'
import { sqlstateOf } from '../../postgres/failures.ts'
import { sql } from '../../postgres/sql.ts'
import type { Project } from '../../project/project.ts'
import type { MessageOptions, WebhookOutbox } from '../../project/webhooks/outbox.ts'
import {
  createWebhookReceivers,
  momentSql,
  type WebhookColumns,
  type WebhookReceivers,
} from '../../project/webhooks/receivers.ts'
import { ROLE } from './request-worker.ts'
import { OWN_HEADERS } from './send-request.ts'
import { createTriggerSql, dropTriggerSql } from './trigger-sql.ts'

type Given = z.infer<NonNullable<typeof createDatabaseWebhook.body>>
type Change = z.infer<NonNullable<typeof updateDatabaseWebhook.body>>

/** The webhooks of a project's tables. Those with an id reject with 404 `webhook_not_found`. */
export type Webhooks = {
  readonly receivers: WebhookReceivers<DatabaseWebhook>
  /** `showsValues`: with the values of headers. */
  list(project: Project, showsValues: boolean): Promise<DatabaseWebhook[]>
  /**
   * Creates the trigger, too. Rejects with 400 `invalid_trigger` and Postgres's message, 409
   * `too_many_webhooks`, or `outgoing_refused` for a private address.
   */
  create(project: Project, given: Given): Promise<DatabaseWebhook>
  update(project: Project, id: string, change: Change): Promise<DatabaseWebhook>
  /** Deletes the trigger, too. */
  remove(project: Project, id: string): Promise<void>
  /** Adds a test event. Resolves to the id of the delivery. */
  test(project: Project, id: string): Promise<string>
}

const DEFAULT_TIMEOUT_MS = 5000

const COLUMNS = sql`
  w.headers, w.timeout_ms, t.schema, t."table", t.trigger,
  (select pg_catalog.json_build_object('state', d.state, 'ended_at', ${momentSql(sql`d.ended_at`)})
    from supabase_functions.webhook_deliveries as d
    where d.webhook_id = w.id and d.ended_at is not null
    order by d.ended_at desc limit 1) as last_delivery`
const JOINS = sql`
  left join lateral (
    select n.nspname as schema, c.relname as "table",
      pg_catalog.pg_get_triggerdef(t.oid, true) as trigger
    from pg_catalog.pg_trigger as t
    join pg_catalog.pg_class as c on c.oid = t.tgrelid
    join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
    where t.tgname = 'stoa_webhook_' || pg_catalog.replace(w.id::text, '-', '')
      and t.tgparentid = 0
    order by t.oid limit 1
  ) as t on true`

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
    columns: COLUMNS,
    joins: JOINS,
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
      const found = await receivers.list(project)
      return showsValues ? found : found.map(withoutValues)
    },
    async create(project, given) {
      await checkUrl(project, given.url)
      const { id } = await receivers.add(
        project,
        columnsOf({ headers: [], timeout_ms: DEFAULT_TIMEOUT_MS, ...given }),
      )
      try {
        await owner(project).run(createTriggerSql(id, given))
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

/** The columns that a change sets. */
const columnsOf = ({
  name,
  url,
  enabled,
  headers,
  timeout_ms: timeout,
}: Change): WebhookColumns => ({
  ...(name !== undefined && { name: sql`${name}` }),
  ...(url !== undefined && { url: sql`${url}` }),
  ...(enabled !== undefined && { enabled: sql`${enabled}::boolean` }),
  ...(headers !== undefined && { headers: sql`${JSON.stringify(headers)}::jsonb` }),
  ...(timeout !== undefined && { timeout_ms: sql`${timeout}::integer` }),
})

/** How many events are moved at once, so that a transaction of a million rows blocks nothing. */
const COLLECTED = 5000
/** Maximum total size of the bodies that are moved at once. */
const COLLECTED_BYTES = 64 * 1024 * 1024

/** Moves the triggers' events to the outbox. Events of a deleted webhook are dropped. */
export async function collectEvents({ database }: Project): Promise<void> {
  await database.as(ROLE).run(sql`
    with taken as (
      delete from supabase_functions.webhook_events
      where ctid = any (array (
        select n.ctid
        from (
          select e.ctid, pg_catalog.sum(pg_catalog.pg_column_size(e.body))
            over (rows between unbounded preceding and 1 preceding) as bytes_before
          from (
            select ctid, body from supabase_functions.webhook_events limit ${COLLECTED}
          ) as e
        ) as n
        where coalesce(n.bytes_before, 0) < ${COLLECTED_BYTES}))
      returning webhook_id, event, body, created_at)
    insert into supabase_functions.webhook_deliveries (webhook_id, event, body, created_at)
    select t.webhook_id, t.event, t.body, t.created_at
    from taken as t join supabase_functions.webhooks as w on w.id = t.webhook_id`)
}

/** The contents of a webhook's messages: its headers, with the values of secrets in the vault. */
export async function messageOptions(project: Project, id: string): Promise<MessageOptions> {
  const { url, timeoutMs, given } = await project.database.as(ROLE).one(
    sql`select url, timeout_ms as "timeoutMs", headers as given
      from supabase_functions.webhooks where id = ${id}::uuid`,
    z.object({ url: z.string(), timeoutMs: z.int(), given: z.array(WebhookHeader) }),
  )
  const headers: Record<string, string> = {}
  for (const header of given)
    if (!OWN_HEADERS.has(header.name.toLowerCase()))
      headers[header.name.toLowerCase()] =
        'value' in header ? header.value : await readSecret(project, header.secret)
  if (!url.startsWith('/')) return { headers, timeoutMs, ownUrl: project.apiUrl }
  return {
    url: project.apiUrl + url,
    headers: { authorization: `Bearer ${project.keys.serviceRoleKey}`, ...headers },
    timeoutMs,
    ownUrl: project.apiUrl,
  }
}

async function readSecret(project: Project, name: string): Promise<string> {
  // The owner can read the vault; the service's role cannot.
  const found = await project.database
    .as('postgres')
    .maybe(
      sql`select decrypted_secret as value from vault.decrypted_secrets where name = ${name}`,
      z.object({ value: z.string() }),
    )
    .catch((cause: unknown) => {
      throw sqlstateOf(cause) === undefined ? cause : unreadable(name, cause)
    })
  if (found) return found.value
  throw unreadable(name)
}

const unreadable = (name: string, cause?: unknown) =>
  new AppError('vault_secret_unreadable', `Could not read the secret ${name} from the vault.`, {
    status: 409,
    hint: 'Create the secret again, or change the headers of the webhook.',
    cause,
  })

const withoutValues = (webhook: DatabaseWebhook): DatabaseWebhook => ({
  ...webhook,
  headers: webhook.headers.map((header) =>
    'value' in header ? { name: header.name, value: '' } : header,
  ),
})

const invalidTrigger = (cause: unknown) =>
  new AppError('invalid_trigger', `Could not create the trigger: ${messageOf(cause)}`, {
    status: 400,
    hint: 'Check the table, its columns, and the condition.',
    cause,
  })

const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))
