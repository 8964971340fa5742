import {
  WebhookHeader,
  type updateDatabaseWebhook,
} from '@stoa/contract/services/webhooks/webhooks'
import { z } from 'zod'
import type { Session } from '../../postgres/session.ts'
import { sql } from '../../postgres/sql.ts'
import { momentSql, type WebhookColumns } from '../../project/webhooks/receiver-queries.ts'

export const WEBHOOK_COLUMNS = sql`
  w.headers, w.timeout_ms, t.schema, t."table", t.trigger,
  (select pg_catalog.json_build_object('state', d.state, 'ended_at', ${momentSql(sql`d.ended_at`)})
    from supabase_functions.webhook_deliveries as d
    where d.webhook_id = w.id and d.ended_at is not null
    order by d.ended_at desc limit 1) as last_delivery`
export const WEBHOOK_JOINS = sql`
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

type WebhookChange = z.infer<NonNullable<typeof updateDatabaseWebhook.body>>

/** The columns that a change sets. */
export const columnsOf = ({
  name,
  url,
  enabled,
  headers,
  timeout_ms: timeout,
}: WebhookChange): WebhookColumns => ({
  ...(name !== undefined && { name: sql`${name}` }),
  ...(url !== undefined && { url: sql`${url}` }),
  ...(enabled !== undefined && { enabled: sql`${enabled}::boolean` }),
  ...(headers !== undefined && { headers: sql`${JSON.stringify(headers)}::jsonb` }),
  ...(timeout !== undefined && { timeout_ms: sql`${timeout}::integer` }),
})

/** Maximum events that one step moves, so that a transaction with a million rows does not block others. */
const COLLECTED = 5000
/** Maximum total size of the bodies that one step moves. */
const COLLECTED_BYTES = 64 * 1024 * 1024

/** Moves rows that triggers added to the outbox. Events of a deleted webhook are dropped. */
export const moveEvents = (session: Session) =>
  session.run(sql`
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

/** The address and the headers of a webhook's messages. */
export const readMessageFields = (session: Session, id: string) =>
  session.one(
    sql`select url, timeout_ms as "timeoutMs", headers
      from supabase_functions.webhooks where id = ${id}::uuid`,
    z.object({ url: z.string(), timeoutMs: z.int(), headers: z.array(WebhookHeader) }),
  )

export const findSecretValue = (session: Session, name: string) =>
  session.maybe(
    sql`select decrypted_secret as value from vault.decrypted_secrets where name = ${name}`,
    z.object({ value: z.string() }),
  )
