import { SnippetType, Visibility } from '@stoa/contract/platform/content'
import { z } from 'zod'
import type { Session } from '../../postgres/database.ts'
import { sql } from '../../postgres/sql.ts'
import type { ContentCaller } from './content-caller.ts'
import type { SnippetKey } from './queries.ts'

export const markDeleted = (
  session: Session,
  { projectId, ownerId, id }: SnippetKey,
  { at, userId }: { readonly at: Date; readonly userId: string },
) =>
  session.run(sql`
    update platform.snippets set deleted_at = ${at}, deleted_by = ${userId}
    where project_id = ${projectId} and owner_id = ${ownerId} and id = ${id}
      and deleted_at is null`)

const DeletedRow = z.object({
  id: z.uuid(),
  type: SnippetType,
  name: z.string(),
  visibility: Visibility,
  deleted_at: z.date(),
  deleted_by: z.string().nullable(),
})

/** Own deleted snippets and, for those who can change shared ones, the shared. */
const restorable = ({ projectId, userId, canShare }: ContentCaller, since: Date) => sql`
  s.project_id = ${projectId} and s.deleted_at > ${since}
  and case s.visibility when 'private' then s.owner_id = ${userId} else ${canShare} end`

export const listDeletedRows = (session: Session, caller: ContentCaller, since: Date) =>
  session.many(
    sql`
      select s.id, s.type, s.name, s.visibility, s.deleted_at,
             coalesce(p.display_name, p.primary_email) as deleted_by
      from platform.snippets s left join platform.profiles p on p.user_id = s.deleted_by
      where ${restorable(caller, since)}
      order by s.deleted_at desc, s.id limit 1000`,
    DeletedRow,
  )

export const restoreDeleted = (
  session: Session,
  caller: ContentCaller,
  { id, since }: { readonly id: string; readonly since: Date },
) =>
  session.run(sql`
    update platform.snippets set deleted_at = null, deleted_by = null
    where ctid = (
      select s.ctid from platform.snippets s
      where ${restorable(caller, since)} and s.id = ${id}
      order by s.owner_id = ${caller.userId} desc limit 1 for no key update)`)

export const dropDeletedBefore = (session: Session, before: Date) =>
  session.run(sql`delete from platform.snippets where deleted_at <= ${before}`)
