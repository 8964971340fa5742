import { z } from 'zod'
import { storableText } from '../../lib/storable-text.ts'
import type { Session } from '../../postgres/database.ts'
import { sql } from '../../postgres/sql.ts'
import type { Project } from '../../project/project.ts'
import { MAX_BODY_BYTES, PARALLEL } from './limits.ts'
import type { Result } from './send-request.ts'

export const ROLE = 'supabase_functions_admin'

const QueuedRequest = z.object({
  id: z.string(),
  method: z
    .string()
    .toUpperCase()
    .pipe(z.enum(['GET', 'POST', 'DELETE'])),
  url: z.string(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  body: z.string().nullable(),
  bytes: z.coerce.number(),
  timeout_ms: z.int(),
})
export type QueuedRequest = z.infer<typeof QueuedRequest>

/** The service's own tables, which nobody else can attach code to. */
const admin = ({ database }: Project) => database.as(ROLE)

/**
 * The oldest requests that are not being sent, as many as fit. `sending` has the size of each body
 * by the id of its request.
 */
export const findQueued = (
  project: Project,
  sending: ReadonlyMap<string, number>,
): Promise<QueuedRequest[]> => {
  const used = [...sending.values()].reduce((sum, bytes) => sum + bytes, 0)
  return admin(project).many(
    sql`
      select counted.id::text, method, url, timeout_milliseconds as timeout_ms, size as bytes,
        pg_catalog.encode(body, 'base64') as body,
        (select coalesce(
            pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('name', key, 'value', value)), '[]')
          from pg_catalog.jsonb_each_text(
            case pg_catalog.jsonb_typeof(headers) when 'object' then headers else '{}' end)
          where value is not null) as headers
      from (
        select *, pg_catalog.sum(size) over (order by id) as total
        from (
          select *, coalesce(pg_catalog.octet_length(body), 0) as size
          from net.http_request_queue
          where id <> all (${[...sending.keys()]}::bigint[])
          order by id limit ${PARALLEL - sending.size}
        ) as next
      ) as counted
      where total <= ${MAX_BODY_BYTES - used}::bigint
        or (${sending.size === 0}::boolean and total = size)
      order by counted.id`,
    QueuedRequest,
  )
}

/** Records the response, and deletes the request. */
export const saveResult = (project: Project, id: string, result: Result): Promise<number> => {
  const response = 'response' in result ? result.response : undefined
  const error = 'error' in result ? storable(result.error) : null
  return admin(project).run(sql`
    with sent as (delete from net.http_request_queue where id = ${id}::bigint)
    insert into net._http_response
      (id, status_code, content_type, headers, content, timed_out, error_msg)
    values (
      ${id}::bigint, ${response?.status ?? null}::integer,
      ${storable(response?.headers['content-type'])}::text,
      ${response ? JSON.stringify(response.headers) : null}::jsonb,
      ${storable(response?.body)}::text,
      ${'isTimeout' in result && result.isTimeout}::boolean, ${error}::text)`)
}

export const deleteResponsesBefore = (project: Project, before: Date): Promise<number> =>
  admin(project).run(sql`delete from net._http_response where created < ${before}`)

export const deleteHooksBefore = (project: Project, before: Date): Promise<number> =>
  admin(project).run(sql`delete from supabase_functions.hooks where created_at < ${before}`)

const storable = (text: string | undefined): string | null =>
  text === undefined ? null : storableText(text)

/** In a copied project: deletes requests and events, which the origin sends. */
export async function deleteUnsent(session: Session): Promise<void> {
  await session.run(sql`delete from net.http_request_queue`)
  await session.run(sql`delete from supabase_functions.webhook_events`)
}
