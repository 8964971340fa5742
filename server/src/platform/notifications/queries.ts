import {
  NotificationKind,
  NotificationPriority,
  type NotificationStatus,
} from '@stoa/contract/platform/notifications'
import type { Role } from '@stoa/contract/platform/permissions'
import { z } from 'zod'
import type { Session } from '../../postgres/database.ts'
import { emptySql, sql, type Sql } from '../../postgres/sql.ts'
import { Timestamp } from '../timestamp.ts'
import type { Note } from './notes.ts'

export const NotificationRow = z.object({
  id: z.uuid(),
  kind: NotificationKind,
  priority: NotificationPriority,
  title: z.string(),
  text: z.string(),
  link: z.string().nullable(),
  created_at: Timestamp,
  read_at: Timestamp.nullable(),
  archived_at: Timestamp.nullable(),
})
export type NotificationRow = z.infer<typeof NotificationRow>

const withStatus: Readonly<Record<NotificationStatus, Sql>> = {
  inbox: sql`and archived_at is null`,
  unread: sql`and archived_at is null and read_at is null`,
  archived: sql`and archived_at is not null`,
  all: emptySql,
}

export const listNotificationRows = (
  session: Session,
  userId: string,
  page: {
    status: NotificationStatus
    priority?: NotificationPriority | undefined
    after?: string | undefined
    limit: number
  },
) =>
  session.many(
    sql`
      select id, kind, priority, title, text, link, created_at, read_at, archived_at
      from platform.notifications
      where user_id = ${userId} ${withStatus[page.status]}
        ${page.priority === undefined ? emptySql : sql`and priority = ${page.priority}`}
        ${
          page.after === undefined
            ? emptySql
            : sql`and position < (
                select position from platform.notifications
                where id = ${page.after} and user_id = ${userId})`
        }
      order by position desc
      limit ${page.limit}`,
    NotificationRow,
  )

export const countUnread = async (session: Session, userId: string): Promise<number> => {
  const { count } = await session.one(
    sql`
      select count(*) as count from platform.notifications
      where user_id = ${userId} and archived_at is null and read_at is null`,
    z.object({ count: z.coerce.number() }),
  )
  return count
}

/** Marks a person's notifications; the first times of reading and archiving are kept. */
export const markNotifications = (
  session: Session,
  userId: string,
  change: {
    ids: readonly string[]
    isRead: boolean | undefined
    isArchived: boolean | undefined
    at: Date
  },
) =>
  session.run(sql`
    update platform.notifications set
      read_at = ${moment(change.isRead, { column: sql`read_at`, at: change.at })},
      archived_at = ${moment(change.isArchived, { column: sql`archived_at`, at: change.at })}
    where user_id = ${userId} and id = any(${change.ids}::uuid[])`)

function moment(isSet: boolean | undefined, { column, at }: { column: Sql; at: Date }): Sql {
  if (isSet === undefined) return column
  return isSet ? sql`coalesce(${column}, ${at})` : sql`null`
}

export const archiveInbox = (session: Session, userId: string, at: Date) =>
  session.run(sql`
    update platform.notifications set read_at = coalesce(read_at, ${at}), archived_at = ${at}
    where user_id = ${userId} and archived_at is null`)

export const insertForPerson = (session: Session, userId: string, note: Note & { at: Date }) =>
  session.run(sql`
    insert into platform.notifications (user_id, kind, priority, title, text, link, created_at)
    values
      (${userId}, ${note.kind}, ${note.priority}, ${note.title}, ${note.text}, ${note.link},
       ${note.at})`)

export const insertForRoles = (
  session: Session,
  to: { organizationId: number; roles: readonly Role[]; except: string | null },
  note: Note & { at: Date },
) =>
  session.run(sql`
    insert into platform.notifications (user_id, kind, priority, title, text, link, created_at)
    select
      m.user_id, ${note.kind}, ${note.priority}, ${note.title}, ${note.text}, ${note.link},
      ${note.at}
    from platform.members m
    where m.organization_id = ${to.organizationId} and m.role = any(${to.roles})
      and m.user_id is distinct from ${to.except}::uuid`)

export const findOrganizationName = (session: Session, organizationId: number) =>
  session.one(
    sql`select slug, name from platform.organizations where id = ${organizationId}`,
    z.object({ slug: z.string(), name: z.string() }),
  )

export const dropNotificationsBefore = (session: Session, before: Date) =>
  session.run(sql`delete from platform.notifications where created_at < ${before}`)

/** The addresses of the members with these roles. */
export async function listEmails(
  session: Session,
  organizationId: number,
  roles: readonly Role[],
): Promise<string[]> {
  const rows = await session.many(
    sql`
      select r.primary_email as email from platform.members m
      join platform.profiles r on r.user_id = m.user_id
      where m.organization_id = ${organizationId} and m.role = any(${[...roles]}::text[])
      order by r.primary_email`,
    z.object({ email: z.string() }),
  )
  return rows.map(({ email }) => email)
}

/**
 * Records the status of the next notification. Returns the project, and the status before, if its
 * last notification had another status.
 */
export const changeToldStatus = (session: Session, ref: string, status: string) =>
  session.maybe(
    sql`
      with before as (
        select id, told_status from platform.projects
        where ref = ${ref} and deleted_at is null and told_status is distinct from ${status}
        for update
      )
      update platform.projects p set told_status = ${status}
      from before where p.id = before.id
      returning p.name, p.organization_id, before.told_status as told_before`,
    z.object({
      name: z.string(),
      organization_id: z.coerce.number(),
      told_before: z.string().nullable(),
    }),
  )
