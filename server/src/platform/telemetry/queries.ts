import { z } from 'zod'
import type { Session } from '../../postgres/database.ts'
import { sql } from '../../postgres/sql.ts'
import { Timestamp } from '../timestamp.ts'

const Properties = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

export const insertEvent = (
  session: Session,
  event: {
    name: string
    properties: Readonly<Record<string, unknown>>
    pagePath: string
    at: Date
  },
) =>
  session.run(sql`
    insert into platform.telemetry_events (at, name, properties, page_path)
    values
      (${event.at}, ${event.name}, ${JSON.stringify(event.properties)}::jsonb, ${event.pagePath})`)

export const listEvents = (session: Session, limit: number) =>
  session.many(
    sql`
      select at, name, properties, page_path from platform.telemetry_events
      order by id desc limit ${limit}`,
    z.object({
      at: Timestamp,
      name: z.string(),
      properties: Properties,
      page_path: z.string(),
    }),
  )

export const dropEventsBefore = (session: Session, before: Date) =>
  session.run(sql`delete from platform.telemetry_events where at < ${before}`)

export type ErrorInput = {
  readonly message: string
  readonly stack: string | null
  readonly page: string | null
  readonly request_id: string | null
}

export const countError = (
  session: Session,
  { error, fingerprint, at }: { error: ErrorInput; fingerprint: Buffer; at: Date },
) =>
  session.run(sql`
    insert into platform.error_reports as r
      (fingerprint, message, stack, page, request_id, first_seen_at, last_seen_at)
    values
      (${fingerprint}, ${error.message}, ${error.stack}, ${error.page}, ${error.request_id},
       ${at}, ${at})
    on conflict (fingerprint) do update set
      count = r.count + 1, last_seen_at = excluded.last_seen_at, page = excluded.page,
      request_id = coalesce(excluded.request_id, r.request_id)`)

export const listErrors = (session: Session) =>
  session.many(
    sql`
      select message, stack, page, request_id, count, first_seen_at, last_seen_at
      from platform.error_reports order by last_seen_at desc, fingerprint`,
    z.object({
      message: z.string(),
      stack: z.string().nullable(),
      page: z.string().nullable(),
      request_id: z.string().nullable(),
      count: z.coerce.number(),
      first_seen_at: Timestamp,
      last_seen_at: Timestamp,
    }),
  )

/** Keeps the `most` newest, and none that was last seen before `before`. */
export const trimErrors = (session: Session, { before, most }: { before: Date; most: number }) =>
  session.run(sql`
    delete from platform.error_reports
    where last_seen_at < ${before} or fingerprint in (
      select fingerprint from platform.error_reports
      order by last_seen_at desc, fingerprint offset ${most}
    )`)
