import { ScheduledQuery } from '@stoa/contract/services/alerts/queries'
import { z } from 'zod'
import type { NewQuery, QueryRunEnd, StoredQuery } from '../../project/alert-records.ts'
import type { Session } from '../../postgres/database.ts'
import { sql } from '../../postgres/sql.ts'
import { Timestamp } from '../timestamp.ts'
import { projectOf } from './project-queries.ts'

const Settings = ScheduledQuery.omit({
  id: true,
  author: true,
  next_run_at: true,
  last_run: true,
})

const RunRow = z.object({
  id: z.uuid(),
  state: z.enum(['running', 'succeeded', 'failed']),
  started_at: Timestamp,
  ended_at: Timestamp.nullable(),
  row_count: z.int().nullable(),
  is_limited: z.boolean(),
  first_value: z.number().nullable(),
  error: z.string().nullable(),
})

const runColumns = sql`
  r.id, r.state, r.started_at, r.ended_at, r.row_count, r.is_limited, r.first_value, r.error`

const QueryRow = z.object({
  id: z.uuid(),
  settings: Settings,
  author: z.uuid().nullable(),
  author_email: z.string().nullable(),
  next_run_at: z.date().nullable(),
  version: z.coerce.number(),
})

export async function listQueryRows(session: Session, ref: string): Promise<StoredQuery[]> {
  const rows = await session.many(
    sql`
      select q.id, q.settings, q.author, q.next_run_at, q.version,
        (select p.primary_email from platform.profiles p where p.user_id = q.author) as author_email
      from platform.scheduled_queries q
      where q.project_id = ${projectOf(ref)} order by q.position`,
    QueryRow,
  )
  const lastRuns = await listLastRuns(session, ref)
  return rows.map((row) => ({
    id: row.id,
    settings: row.settings,
    author: row.author,
    authorEmail: row.author_email,
    nextRunAt: row.next_run_at,
    version: row.version,
    lastRun: lastRuns.get(row.id) ?? null,
  }))
}

async function listLastRuns(session: Session, ref: string) {
  const rows = await session.many(
    sql`
      select q.id as query_id, ${runColumns} from platform.scheduled_queries q
      cross join lateral (
        select * from platform.scheduled_query_runs s
        where s.project_id = q.project_id and s.query_id = q.id
        order by s.position desc limit 1
      ) r
      where q.project_id = ${projectOf(ref)}`,
    RunRow.extend({ query_id: z.uuid() }),
  )
  return new Map(rows.map(({ query_id: id, ...run }) => [id, run]))
}

export const insertQuery = (
  session: Session,
  ref: string,
  { id, settings, author, nextRunAt, max }: NewQuery & { readonly max: number },
) =>
  session.run(sql`
    insert into platform.scheduled_queries (project_id, id, settings, author, next_run_at)
    select p.id, ${id}::uuid, ${JSON.stringify(settings)}::jsonb, ${author}::uuid,
      ${nextRunAt}::timestamptz
    from platform.projects p
    where p.ref = ${ref} and p.deleted_at is null and
      (select count(*) from platform.scheduled_queries q where q.project_id = p.id) < ${max}::integer`)

export const updateQuery = (
  session: Session,
  ref: string,
  { id, settings, author, nextRunAt, version }: NewQuery & { readonly version: number },
) =>
  session.run(sql`
    update platform.scheduled_queries
    set settings = ${JSON.stringify(settings)}::jsonb, author = ${author}::uuid,
      next_run_at = ${nextRunAt}::timestamptz, version = version + 1
    where project_id = ${projectOf(ref)} and id = ${id}::uuid and version = ${version}::bigint`)

export const updateNextRun = (session: Session, ref: string, id: string, at: Date | null) =>
  session.run(sql`
    update platform.scheduled_queries set next_run_at = ${at}::timestamptz
    where project_id = ${projectOf(ref)} and id = ${id}::uuid`)

export const deleteQuery = (session: Session, ref: string, id: string) =>
  session.run(sql`
    delete from platform.scheduled_queries
    where project_id = ${projectOf(ref)} and id = ${id}::uuid`)

export const failUnfinishedRuns = (
  session: Session,
  ref: string,
  { queryId, at }: { queryId: string; at: Date },
) =>
  session.run(sql`
    update platform.scheduled_query_runs
    set state = 'failed', ended_at = ${at}::timestamptz,
      error = 'The project stopped while the query was running.'
    where project_id = ${projectOf(ref)} and query_id = ${queryId}::uuid and state = 'running'`)

export const insertRun = (
  session: Session,
  ref: string,
  { id, queryId, at }: { id: string; queryId: string; at: Date },
) =>
  session.run(sql`
    insert into platform.scheduled_query_runs (project_id, query_id, id, started_at)
    select project_id, id, ${id}::uuid, ${at}::timestamptz from platform.scheduled_queries
    where project_id = ${projectOf(ref)} and id = ${queryId}::uuid`)

export const finishRun = (session: Session, ref: string, id: string, end: QueryRunEnd) =>
  session.run(sql`
    update platform.scheduled_query_runs
    set state = ${end.state}, ended_at = ${end.at}::timestamptz,
      row_count = ${end.row_count}::integer, is_limited = ${end.is_limited}::boolean,
      first_value = ${end.first_value}::float8, error = ${end.error}::text,
      columns = ${JSON.stringify(end.columns)}::jsonb, rows = ${JSON.stringify(end.rows)}::jsonb
    where project_id = ${projectOf(ref)} and id = ${id}::uuid and state = 'running'`)

export const deleteOldRuns = (session: Session, ref: string, queryId: string, keep: number) =>
  session.run(sql`
    delete from platform.scheduled_query_runs
    where project_id = ${projectOf(ref)} and query_id = ${queryId}::uuid and position < (
      select r.position from platform.scheduled_query_runs r
      where r.project_id = ${projectOf(ref)} and r.query_id = ${queryId}::uuid
      order by r.position desc offset ${keep - 1}::integer limit 1)`)

export const listRunRows = (session: Session, ref: string, queryId: string) =>
  session.many(
    sql`
      select ${runColumns} from platform.scheduled_query_runs r
      where r.project_id = ${projectOf(ref)} and r.query_id = ${queryId}::uuid
      order by r.position desc`,
    RunRow,
  )

export const findRun = (
  session: Session,
  ref: string,
  { queryId, id }: { queryId: string; id: string },
) =>
  session.maybe(
    sql`
      select ${runColumns}, r.columns, r.rows from platform.scheduled_query_runs r
      where r.project_id = ${projectOf(ref)} and r.query_id = ${queryId}::uuid
        and r.id = ${id}::uuid`,
    RunRow.extend({
      columns: z.array(z.string()),
      rows: z.array(z.array(z.string().nullable())),
    }),
  )
