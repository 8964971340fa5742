import {
  DatabaseWebhook,
  DatabaseWebhookDelivery,
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
import { sql, type Sql } from '../../postgres/sql.ts'
import type { Project } from '../../project/project.ts'
import {
  secretContext,
  type MessageOptions,
  type WebhookOutbox,
} from '../../project/webhook-outbox.ts'
import { ROLE } from './request-worker.ts'
import { OWN_HEADERS } from './send-request.ts'
import { createTriggerSql, dropTriggerSql } from './trigger-sql.ts'

type Given = z.infer<NonNullable<typeof createDatabaseWebhook.body>>
type Change = z.infer<NonNullable<typeof updateDatabaseWebhook.body>>

/** The webhooks of a project's tables. Those with an id reject with 404 `webhook_not_found`. */
export type Webhooks = {
  /** `showsValues`: with the values of headers. */
  list(project: Project, showsValues: boolean): Promise<DatabaseWebhook[]>
  /**
   * Creates the trigger, too. Rejects with 400 `invalid_trigger` in the words of Postgres, 409
   * `too_many_webhooks`, or `outgoing_refused` for a private address.
   */
  create(project: Project, given: Given): Promise<DatabaseWebhook>
  update(project: Project, id: string, change: Change): Promise<DatabaseWebhook>
  /** Resolves to the name of the deleted webhook. */
  remove(project: Project, id: string): Promise<string>
  reveal(project: Project, id: string): Promise<{ readonly secret: string; readonly name: string }>
  rotate(project: Project, id: string): Promise<{ readonly secret: string; readonly name: string }>
  test(project: Project, id: string): Promise<void>
  deliveries(project: Project, id: string): Promise<DatabaseWebhookDelivery[]>
  /** Rejects with 404 `delivery_not_found`. */
  redeliver(project: Project, key: { id: string; delivery: string }): Promise<void>
}

const SHOWN = 50
const DEFAULT_TIMEOUT_MS = 5000

const MOMENT = sql`'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`
const COLUMNS = sql`
  w.id, w.name, w.url, w.headers, w.timeout_ms, w.enabled, t.schema, t."table", t.trigger,
  pg_catalog.to_char(w.created_at at time zone 'UTC', ${MOMENT}) as created_at,
  (select pg_catalog.count(*)::integer from supabase_functions.webhook_deliveries as d
    where d.webhook_id = w.id and d.state = 'pending') as pending,
  (select pg_catalog.json_build_object('state', d.state,
      'ended_at', pg_catalog.to_char(d.ended_at at time zone 'UTC', ${MOMENT}))
    from supabase_functions.webhook_deliveries as d
    where d.webhook_id = w.id and d.ended_at is not null
    order by d.ended_at desc limit 1) as last_delivery`
const FROM = sql`
  supabase_functions.webhooks as w left join lateral (
    select n.nspname as schema, c.relname as "table",
      pg_catalog.pg_get_triggerdef(t.oid, true) as trigger
    from pg_catalog.pg_trigger as t
    join pg_catalog.pg_class as c on c.oid = t.tgrelid
    join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
    where t.tgname = 'stoa_webhook_' || pg_catalog.replace(w.id::text, '-', '')
      and t.tgparentid = 0
    order by t.oid limit 1
  ) as t on true`

export function createWebhooks({
  outgoing,
  secrets,
  newId,
  newSecret,
  outbox,
}: {
  readonly outgoing: Outgoing
  readonly secrets: SecretBox
  readonly newId: () => string
  /** 32 random bytes from a secure source. */
  readonly newSecret: () => Buffer
  readonly outbox: WebhookOutbox
}): Webhooks {
  // The service's own tables.
  const admin = (project: Project) => project.database.as(ROLE)
  // Triggers belong to the owner of the tables.
  const owner = (project: Project) => project.database.as('postgres')
  const own = (project: Project, id: string): Sql =>
    sql`w.id = ${id}::uuid and w.project_ref = ${project.ref}`
  const generate = () => `whsec_${newSecret().toString('base64')}`
  const seal = (project: Project, id: string, secret: string) =>
    secrets.seal(secret, secretContext(project.ref, id)).toString('base64')

  async function read(project: Project, id: string): Promise<DatabaseWebhook> {
    const [found] = await admin(project).many(
      sql`select ${COLUMNS} from ${FROM} where ${own(project, id)}`,
      DatabaseWebhook,
    )
    if (found) return found
    throw new AppError('webhook_not_found', 'This webhook does not exist.', {
      status: 404,
      hint: 'It may have been deleted already. Reload the page.',
    })
  }

  /** Tells about a private address now; any other failure can end until the first event. */
  async function checkUrl(project: Project, url: string): Promise<void> {
    if (url.startsWith('/') || url.startsWith(`${project.apiUrl}/`)) return
    await outgoing.resolve(new URL(url).hostname).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'outgoing_refused') throw error
    })
  }

  const forget = (project: Project, id: string) =>
    admin(project).run(sql`delete from supabase_functions.webhooks as w where ${own(project, id)}`)

  return {
    async list(project, showsValues) {
      const found = await admin(project).many(
        sql`
          select ${COLUMNS} from ${FROM} where w.project_ref = ${project.ref}
          order by w.created_at, w.id`,
        DatabaseWebhook,
      )
      return showsValues ? found : found.map(withoutValues)
    },
    async create(project, given) {
      const { headers = [], timeout_ms = DEFAULT_TIMEOUT_MS, enabled = true } = given
      await checkUrl(project, given.url)
      const id = newId()
      outbox.activate(project)
      const created = await admin(project).run(sql`
        insert into supabase_functions.webhooks
          (id, project_ref, name, url, headers, timeout_ms, enabled, sealed_secret)
        select ${id}::uuid, ${project.ref}, ${given.name}, ${given.url},
          ${JSON.stringify(headers)}::jsonb, ${timeout_ms}::integer, ${enabled}::boolean,
          ${seal(project, id, generate())}
        where (select pg_catalog.count(*) from supabase_functions.webhooks)
          < ${MAX_DATABASE_WEBHOOKS}::integer`)
      if (created === 0)
        throw new AppError(
          'too_many_webhooks',
          `A project can have at most ${MAX_DATABASE_WEBHOOKS} database webhooks.`,
          { status: 409, hint: 'Delete a webhook that is no longer used.' },
        )
      try {
        await owner(project).run(createTriggerSql(id, given))
      } catch (error) {
        await forget(project, id)
        throw sqlstateOf(error) === undefined ? error : invalidTrigger(error)
      }
      return read(project, id)
    },
    async update(project, id, change) {
      if (change.url !== undefined) await checkUrl(project, change.url)
      const before = await read(project, id)
      const headers = change.headers ?? before.headers
      await admin(project).run(sql`
        update supabase_functions.webhooks as w set
          name = ${change.name ?? before.name}, url = ${change.url ?? before.url},
          headers = ${JSON.stringify(headers)}::jsonb,
          timeout_ms = ${change.timeout_ms ?? before.timeout_ms}::integer,
          enabled = ${change.enabled ?? before.enabled}::boolean
        where ${own(project, id)}`)
      outbox.wake(project)
      return read(project, id)
    },
    async remove(project, id) {
      const { name, schema, table } = await read(project, id)
      if (schema !== null && table !== null)
        await owner(project)
          .run(dropTriggerSql(id, { schema, table }))
          .catch((error: unknown) => {
            throw sqlstateOf(error) === undefined ? error : invalidTrigger(error)
          })
      await forget(project, id)
      return name
    },
    async reveal(project, id) {
      const { name } = await read(project, id)
      const { sealed } = await admin(project).one(
        sql`select w.sealed_secret as sealed from supabase_functions.webhooks as w
          where ${own(project, id)}`,
        z.object({ sealed: z.string() }),
      )
      const context = secretContext(project.ref, id)
      return { name, secret: secrets.open(Buffer.from(sealed, 'base64'), context) }
    },
    async rotate(project, id) {
      const { name } = await read(project, id)
      const secret = generate()
      await admin(project).run(sql`
        update supabase_functions.webhooks as w
        set sealed_secret = ${seal(project, id, secret)} where ${own(project, id)}`)
      return { name, secret }
    },
    async test(project, id) {
      const { schema, table } = await read(project, id)
      const body = JSON.stringify({ type: 'TEST', table, schema, record: null, old_record: null })
      await admin(project).run(sql`
        insert into supabase_functions.webhook_deliveries (webhook_id, event, body)
        values (${id}::uuid, 'TEST', ${body})`)
      outbox.wake(project)
    },
    async deliveries(project, id) {
      await read(project, id)
      return admin(project).many(
        sql`
          select id, event, body, state, attempts, last_status, last_response, last_error,
            pg_catalog.to_char(created_at at time zone 'UTC', ${MOMENT}) as created_at,
            pg_catalog.to_char(ended_at at time zone 'UTC', ${MOMENT}) as ended_at
          from supabase_functions.webhook_deliveries as d where webhook_id = ${id}::uuid
          order by d.created_at desc, d.id limit ${SHOWN}`,
        DatabaseWebhookDelivery,
      )
    },
    async redeliver(project, { id, delivery }) {
      await read(project, id)
      const found = await admin(project).run(sql`
        update supabase_functions.webhook_deliveries
        set state = 'pending', attempts = 0, next_at = '-infinity', ended_at = null
        where id = ${delivery}::uuid and webhook_id = ${id}::uuid`)
      if (found === 0)
        throw new AppError('delivery_not_found', 'This delivery does not exist.', {
          status: 404,
          hint: 'The log keeps the latest 500 deliveries. Reload the page.',
        })
      outbox.wake(project)
    },
  }
}

/** Events that are moved at once, so that a transaction of a million rows holds up nothing. */
const COLLECTED = 5000
/** No more are moved at once when their stored bodies have reached this size. */
const COLLECTED_BYTES = 64 * 1024 * 1024

/** Moves what triggers added to the outbox. Events of a deleted webhook are dropped. */
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

/** What the messages of a webhook carry: its headers, with the values of secrets in the vault. */
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
  // The owner reads the vault, and the service's role does not.
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
