import { z } from 'zod'
import {
  MAX_STORAGE_WEBHOOKS,
  STORAGE_EVENTS,
  StorageWebhook,
  StorageWebhookDelivery,
  type NewStorageWebhook,
} from '@stoa/contract/services/storage/webhooks'
import { AppError } from '../../../lib/errors.ts'
import type { Outgoing } from '../../../lib/outgoing.ts'
import type { SecretBox } from '../../../lib/secret-box.ts'
import { sql, type Sql } from '../../../postgres/sql.ts'
import type { Project } from '../../../project/project.ts'
import { secretContext, type WebhookOutbox } from '../../../project/webhook-outbox.ts'

type Options = Pick<StorageWebhook, 'name' | 'url' | 'bucket' | 'prefix' | 'events' | 'enabled'>
type Given = { readonly [Name in keyof Options]?: Options[Name] | undefined }

/** The webhooks of the projects: receivers of events about objects. */
export type Webhooks = {
  list(project: Project): Promise<StorageWebhook[]>
  /** Rejects with 409 `too_many_storage_webhooks`, or `outgoing_refused` for a private address. */
  create(project: Project, given: Given & Pick<Options, 'name' | 'url'>): Promise<NewStorageWebhook>
  /** Rejects with 404 `storage_webhook_not_found`. */
  update(project: Project, id: string, change: Given): Promise<StorageWebhook>
  remove(project: Project, id: string): Promise<void>
  /** Replaces the signing secret and resolves to the new one. */
  rotate(project: Project, id: string): Promise<string>
  /** Adds a test event. Resolves to the id of the delivery. */
  test(project: Project, id: string): Promise<string>
  deliveries(project: Project, id: string): Promise<StorageWebhookDelivery[]>
  /** Rejects with 404 `storage_delivery_not_found`. */
  redeliver(project: Project, key: { id: string; delivery: string }): Promise<void>
}

const ADMIN = 'supabase_storage_admin'
const SHOWN = 50

const MOMENT = sql`'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`
const COLUMNS = sql`
  w.id, w.name, w.url, w.bucket_id as bucket, w.prefix, w.events, w.enabled,
  pg_catalog.to_char(w.created_at at time zone 'UTC', ${MOMENT}) as created_at,
  (select pg_catalog.count(*)::integer from storage.webhook_deliveries as d
    where d.webhook_id = w.id and d.state = 'pending') as pending`

export function createWebhooks({
  outgoing,
  secrets,
  newId,
  newSecret,
  delivery,
}: {
  readonly outgoing: Outgoing
  readonly secrets: SecretBox
  readonly newId: () => string
  /** 32 random bytes from a secure source. */
  readonly newSecret: () => Buffer
  readonly delivery: WebhookOutbox
}): Webhooks {
  const admin = (project: Project) => project.database.as(ADMIN)
  const own = (project: Project, id: string): Sql =>
    sql`w.id = ${id}::uuid and w.project_ref = ${project.ref}`

  const generate = () => `whsec_${newSecret().toString('base64')}`
  const seal = (project: Project, id: string, secret: string) =>
    secrets.seal(secret, secretContext(project.ref, id)).toString('base64')

  async function read(project: Project, id: string): Promise<StorageWebhook> {
    const [found] = await admin(project).many(
      sql`select ${COLUMNS} from storage.webhooks as w where ${own(project, id)}`,
      StorageWebhook,
    )
    if (found) return found
    throw new AppError('storage_webhook_not_found', 'This webhook does not exist.', {
      status: 404,
      hint: 'It may have been deleted already. Reload the page.',
    })
  }

  /** Tells about a private address now; any other failure can end until the first event. */
  const checkUrl = (url: string) =>
    outgoing.resolve(new URL(url).hostname).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'outgoing_refused') throw error
    })

  return {
    list: (project) =>
      admin(project).many(
        sql`
          select ${COLUMNS} from storage.webhooks as w where w.project_ref = ${project.ref}
          order by w.created_at, w.id`,
        StorageWebhook,
      ),
    async create(project, given) {
      await checkUrl(given.url)
      const id = newId()
      const secret = generate()
      const { bucket = null, prefix = '', events = [...STORAGE_EVENTS], enabled = true } = given
      delivery.activate(project)
      const created = await admin(project).run(sql`
        insert into storage.webhooks
          (id, project_ref, name, url, bucket_id, prefix, events, enabled, sealed_secret)
        select ${id}::uuid, ${project.ref}, ${given.name}, ${given.url}, ${bucket}::text, ${prefix},
          ${events}::text[], ${enabled}::boolean, ${seal(project, id, secret)}
        where (select pg_catalog.count(*) from storage.webhooks) < ${MAX_STORAGE_WEBHOOKS}::integer`)
      if (created === 0)
        throw new AppError(
          'too_many_storage_webhooks',
          `A project can have at most ${MAX_STORAGE_WEBHOOKS} webhooks.`,
          { status: 409, hint: 'Delete a webhook that is no longer used.' },
        )
      return { ...(await read(project, id)), secret }
    },
    async update(project, id, change) {
      if (change.url !== undefined) await checkUrl(change.url)
      const before = await read(project, id)
      const bucket = change.bucket === undefined ? before.bucket : change.bucket
      await admin(project).run(sql`
        update storage.webhooks as w set
          name = ${change.name ?? before.name}, url = ${change.url ?? before.url},
          bucket_id = ${bucket}::text, prefix = ${change.prefix ?? before.prefix},
          events = ${change.events ?? before.events}::text[],
          enabled = ${change.enabled ?? before.enabled}::boolean
        where ${own(project, id)}`)
      delivery.wake(project)
      return read(project, id)
    },
    async remove(project, id) {
      await read(project, id)
      await admin(project).run(sql`delete from storage.webhooks as w where ${own(project, id)}`)
    },
    async rotate(project, id) {
      await read(project, id)
      const secret = generate()
      await admin(project).run(sql`
        update storage.webhooks as w set sealed_secret = ${seal(project, id, secret)}
        where ${own(project, id)}`)
      return secret
    },
    async test(project, id) {
      await read(project, id)
      const [added] = await admin(project).many(
        sql`
          insert into storage.webhook_deliveries (webhook_id, event, body)
          values (${id}::uuid, 'test', pg_catalog.jsonb_build_object(
            'type', 'test', 'timestamp', pg_catalog.to_char(
              pg_catalog.clock_timestamp() at time zone 'UTC', ${MOMENT}),
            'data', '{}'::jsonb)::text)
          returning id`,
        z.object({ id: z.string() }),
      )
      delivery.wake(project)
      return added?.id ?? ''
    },
    async deliveries(project, id) {
      await read(project, id)
      return admin(project).many(
        sql`
          select id, event, body, state, attempts, last_status, last_response, last_error,
            pg_catalog.to_char(created_at at time zone 'UTC', ${MOMENT}) as created_at,
            pg_catalog.to_char(ended_at at time zone 'UTC', ${MOMENT}) as ended_at
          from storage.webhook_deliveries as d where webhook_id = ${id}::uuid
          order by d.created_at desc, d.id limit ${SHOWN}`,
        StorageWebhookDelivery,
      )
    },
    async redeliver(project, { id, delivery: event }) {
      await read(project, id)
      const found = await admin(project).run(sql`
        update storage.webhook_deliveries
        set state = 'pending', attempts = 0, next_at = '-infinity', ended_at = null
        where id = ${event}::uuid and webhook_id = ${id}::uuid`)
      if (found === 0)
        throw new AppError('storage_delivery_not_found', 'This delivery does not exist.', {
          status: 404,
          hint: 'The log keeps the latest 500 deliveries. Reload the page.',
        })
      delivery.wake(project)
    },
  }
}
