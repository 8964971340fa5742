import { z } from 'zod'
import type { ServiceRole, Session } from '../../postgres/database.ts'
import { ident, sql, type Sql } from '../../postgres/sql.ts'
import type { Project } from '../project.ts'

/** Messages read at once for one receiver, and the total characters of their bodies. */
const BATCH = 64
const BATCH_CHARACTERS = 4 * 1024 * 1024
/** Delivered and dead events that the log of a webhook keeps. */
const KEPT = 500

/** The tables of an outbox, and the role that owns them. */
export type OutboxTables = {
  readonly role: ServiceRole
  readonly webhooks: Sql
  readonly deliveries: Sql
}

/** The tables of the outbox in this schema. */
export const outboxTables = (role: ServiceRole, schema: string): OutboxTables => ({
  role,
  webhooks: ident(schema, 'webhooks'),
  deliveries: ident(schema, 'webhook_deliveries'),
})

const DueEvent = z.object({
  id: z.string(),
  url: z.string(),
  sealed_secret: z.string(),
  body: z.string(),
  attempts: z.int(),
})
export type DueEvent = z.infer<typeof DueEvent>

/** An event after an attempt, as the outbox stores it. */
export type AttemptedEvent = {
  readonly id: string
  readonly state: 'pending' | 'delivered' | 'dead'
  readonly attempts: number
  readonly next_at: Date | null
  readonly last_status: number | null
  readonly last_response: string | null
  readonly last_error: string | null
}

const owner = ({ role }: OutboxTables, project: Project): Session => project.database.as(role)

/** The ids of the webhooks with events that are due, without those in `except`. */
export async function findDueWebhooks(
  tables: OutboxTables,
  project: Project,
  { now, except }: { readonly now: Date; readonly except: Iterable<string> },
): Promise<readonly string[]> {
  const rows = await owner(tables, project).many(
    sql`
      select w.id from ${tables.webhooks} as w
      where w.enabled and w.project_ref = ${project.ref}
        and w.id <> all (${[...except]}::uuid[])
        and exists (
          select from ${tables.deliveries} as d
          where d.webhook_id = w.id and d.state = 'pending' and d.next_at <= ${now})`,
    z.object({ id: z.string() }),
  )
  return rows.map(({ id }) => id)
}

/** The next batch of events that are due for one webhook. */
export const findDueEvents = (
  tables: OutboxTables,
  project: Project,
  { webhookId, now }: { readonly webhookId: string; readonly now: Date },
): Promise<readonly DueEvent[]> =>
  owner(tables, project).many(
    sql`
      select d.id, w.url, w.sealed_secret, d.body, d.attempts
      from ${tables.webhooks} as w
      cross join lateral (
        select *, pg_catalog.sum(pg_catalog.length(next.body))
            over (order by next_at, created_at, id rows unbounded preceding)
          as characters
        from (
          select * from ${tables.deliveries} as d
          where d.webhook_id = w.id and d.state = 'pending' and d.next_at <= ${now}
          order by d.next_at, d.created_at, d.id limit ${BATCH}
        ) as next
      ) as d
      where w.id = ${webhookId}::uuid and w.enabled and w.project_ref = ${project.ref}
        and (d.characters <= ${BATCH_CHARACTERS} or d.characters = pg_catalog.length(d.body))
      order by d.next_at, d.created_at, d.id`,
    DueEvent,
  )

/** Stores the results of attempts. */
export const storeAttempts = (
  tables: OutboxTables,
  project: Project,
  attempted: readonly AttemptedEvent[],
) =>
  owner(tables, project).run(sql`
    update ${tables.deliveries} as d set
      attempts = a.attempts, state = a.state,
      next_at = coalesce(a.next_at, d.next_at),
      ended_at = case when a.next_at is null then pg_catalog.now() end,
      last_status = a.last_status, last_response = a.last_response, last_error = a.last_error
    from pg_catalog.jsonb_to_recordset(${JSON.stringify(attempted)}::jsonb) as a (
      id uuid, attempts integer, state text, next_at timestamptz,
      last_status integer, last_response text, last_error text)
    where d.id = a.id`)

/** Deletes the oldest ended events of a webhook, beyond those that its log keeps. */
export const forgetOldEvents = (tables: OutboxTables, project: Project, webhookId: string) =>
  owner(tables, project).run(sql`
    delete from ${tables.deliveries} as d
    where webhook_id = ${webhookId}::uuid and state <> 'pending' and created_at <= (
      select created_at from ${tables.deliveries}
      where webhook_id = ${webhookId}::uuid and state <> 'pending'
      order by created_at desc offset ${KEPT} limit 1)`)

/** When the next event is due that is not due yet. */
export async function findNextAttempt(
  tables: OutboxTables,
  project: Project,
  now: Date,
): Promise<Date | undefined> {
  const [waiting] = await owner(tables, project).many(
    sql`
      select pg_catalog.min(d.next_at) as next from ${tables.deliveries} as d
      join ${tables.webhooks} as w on w.id = d.webhook_id
      where d.state = 'pending' and w.enabled and d.next_at > ${now}`,
    z.object({ next: z.coerce.date().nullable() }),
  )
  return waiting?.next ?? undefined
}

/** Deletes the webhooks that a copy of a project has from its original. */
export const deleteForeignWebhooks = (tables: OutboxTables, project: Project) =>
  owner(tables, project).run(
    sql`delete from ${tables.webhooks} where project_ref <> ${project.ref}`,
  )

export async function hasWebhooks(tables: OutboxTables, project: Project): Promise<boolean> {
  const [row] = await owner(tables, project).many(
    sql`select exists (select from ${tables.webhooks}) as any`,
    z.object({ any: z.boolean() }),
  )
  return row?.any === true
}
