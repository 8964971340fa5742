import { z } from 'zod'
import type { Session } from '../../postgres/database.ts'
import { emptySql, rawSql, sql } from '../../postgres/sql.ts'
import { Timestamp } from '../timestamp.ts'

/** A snippet of any project, with the fields of the Management API. */
const ManagedRow = z.object({
  id: z.uuid(),
  name: z.string(),
  visibility: z.enum(['private', 'shared']),
  inserted_at: Timestamp,
  updated_at: Timestamp,
  is_favorite: z.boolean(),
  ref: z.string(),
  project_id: z.coerce.number(),
  project_name: z.string(),
  owner_number: z.coerce.number(),
  owner_name: z.string(),
  editor_number: z.coerce.number(),
  editor_name: z.string(),
})
export type ManagedRow = z.infer<typeof ManagedRow>

const columns = (userId: string) => sql`
  s.id, s.name, s.visibility, s.inserted_at, s.updated_at,
  exists (
    select from platform.snippet_favorites f
    where f.project_id = s.project_id and f.owner_id = s.owner_id and f.snippet_id = s.id
      and f.user_id = ${userId}) as is_favorite,
  p.ref, p.id as project_id, p.name as project_name,
  o.number as owner_number, coalesce(o.display_name, o.primary_email) as owner_name,
  coalesce(e.number, o.number) as editor_number,
  coalesce(e.display_name, e.primary_email, o.display_name, o.primary_email) as editor_name`

const from = sql`
  platform.snippets s
  join platform.projects p on p.id = s.project_id
  join platform.profiles o on o.user_id = s.owner_id
  left join platform.profiles e on e.user_id = s.updated_by`

const inReach = (userId: string, refs: readonly string[]) => sql`
  p.ref = any(${refs}) and p.deleted_at is null and s.deleted_at is null
  and s.type in ('sql', 'notebook')
  and (s.owner_id = ${userId} or s.visibility = 'shared')`

export type ManagedPage = {
  readonly refs: readonly string[]
  readonly sortBy: 'name' | 'inserted_at'
  readonly order: 'asc' | 'desc'
  /** Snippets before this page. */
  readonly offset: number
  readonly limit: number
}

export const listManagedRows = (session: Session, userId: string, page: ManagedPage) =>
  session.many(
    sql`
      select ${columns(userId)} from ${from} where ${inReach(userId, page.refs)}
      order by ${page.sortBy === 'name' ? sql`s.name` : sql`s.inserted_at`}
               ${page.order === 'asc' ? emptySql : rawSql('desc')}, s.id, s.owner_id
      offset ${page.offset} limit ${page.limit}`,
    ManagedRow,
  )

/** The caller's own snippet with this id if there is one, otherwise a shared one. */
export const findManagedRow = (
  session: Session,
  userId: string,
  { id, refs }: { readonly id: string; readonly refs: readonly string[] },
) =>
  session.maybe(
    sql`
      select ${columns(userId)}, s.sql from ${from}
      where ${inReach(userId, refs)} and s.id = ${id}
      order by s.owner_id = ${userId} desc, s.inserted_at, p.ref limit 1`,
    ManagedRow.extend({ sql: z.string() }),
  )
