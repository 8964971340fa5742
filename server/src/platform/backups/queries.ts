import { z } from 'zod'
import type { Session } from '../../postgres/database.ts'
import { sql } from '../../postgres/sql.ts'

const RequestRow = z.object({
  id: z.string(),
  ref: z.string(),
  name: z.string(),
  requested_at: z.date(),
  attempts: z.number(),
  failure: z.string().nullable(),
})
/** A backup that a member has asked for and that is not complete. */
export type BackupRequest = z.infer<typeof RequestRow>

const requests = sql`
  select r.id, p.ref, r.name, r.requested_at, r.attempts, r.failure
  from platform.backup_requests r
  join platform.projects p on p.id = r.project_id and p.deleted_at is null`

/** Newest first. */
export const listRequests = (session: Session, projectId: number) =>
  session.many(
    sql`${requests} where r.project_id = ${projectId} order by r.requested_at desc, r.id`,
    RequestRow,
  )

/** The requests of all projects whose next attempt is due, oldest first. */
export const listDueRequests = (session: Session, at: Date) =>
  session.many(
    sql`
      ${requests}
      where r.failure is null and r.due_at <= ${at}
      order by r.requested_at, r.id
      limit 1000`,
    RequestRow,
  )

const Id = z.object({ id: z.string() })

/** Records a request unless another one of the project waits; returns whether it did. */
export const insertRequest = async (
  session: Session,
  request: { id: string; projectId: number; name: string; at: Date },
): Promise<boolean> => {
  const row = await session.maybe(
    sql`
      insert into platform.backup_requests (id, project_id, name, requested_at, due_at)
      values (${request.id}, ${request.projectId}, ${request.name}, ${request.at}, ${request.at})
      on conflict (project_id) where failure is null do nothing
      returning id`,
    Id,
  )
  return row !== undefined
}

/** Counts an attempt before it begins, so that one that ends the server counts, too. */
export const beginAttempt = (session: Session, id: string, nextAt: Date) =>
  session.run(sql`
    update platform.backup_requests set attempts = attempts + 1, due_at = ${nextAt}
    where id = ${id}::uuid`)

export const recordRequestFailure = (session: Session, id: string, failure: string) =>
  session.run(sql`update platform.backup_requests set failure = ${failure} where id = ${id}::uuid`)

export const deleteRequest = (session: Session, id: string) =>
  session.run(sql`delete from platform.backup_requests where id = ${id}::uuid`)

/** Deletes a request of the project; returns whether it existed. */
export const deleteRequestOf = async (
  session: Session,
  { projectId, id }: { projectId: number; id: string },
): Promise<boolean> => {
  const row = await session.maybe(
    sql`
      delete from platform.backup_requests
      where project_id = ${projectId} and id::text = ${id}
      returning id`,
    Id,
  )
  return row !== undefined
}
