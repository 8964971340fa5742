import { SnippetSummary, SnippetType, Visibility } from '@stoa/contract/platform/content'
import { z } from 'zod'
import type { Session } from '../../postgres/database.ts'
import { emptySql, sql, type Sql } from '../../postgres/sql.ts'
import { Timestamp } from '../timestamp.ts'
import type { ContentCaller } from './content-caller.ts'

/** The primary key of a snippet. The browser chooses the id, so two people can have the same. */
export type SnippetKey = {
  readonly projectId: number
  readonly ownerId: string
  readonly id: string
}

const SummaryRow = SnippetSummary.extend({ inserted_at: Timestamp, updated_at: Timestamp })
const SnippetRow = SummaryRow.extend({ sql: z.string() })

/** The columns of a summary, for `platform.snippets s`. */
const columns = ({ userId, canShare }: ContentCaller) => sql`
  s.id, s.type, s.name, s.version, s.inserted_at, s.updated_at, s.visibility, s.folder_id,
  s.owner_id = ${userId} as is_own,
  s.visibility = 'private' or ${canShare} as can_edit,
  (select coalesce(p.display_name, p.primary_email) from platform.profiles p
   where p.user_id = s.owner_id) as author,
  (select coalesce(p.display_name, p.primary_email) from platform.profiles p
   where p.user_id = s.updated_by) as updated_by,
  exists (
    select from platform.snippet_favorites f
    where f.project_id = s.project_id and f.owner_id = s.owner_id and f.snippet_id = s.id
      and f.user_id = ${userId}) as is_favorite`

/** Own snippets, and what others share. Of two with the same id, the caller's own is meant. */
const inReach = ({ projectId, userId }: ContentCaller, condition: Sql) => sql`
  select distinct on (id) * from platform.snippets
  where project_id = ${projectId} and deleted_at is null
    and (owner_id = ${userId} or visibility = 'shared') and ${condition}
  order by id, owner_id = ${userId} desc`

export const whereKey = ({ projectId, ownerId, id }: SnippetKey) =>
  sql`project_id = ${projectId} and owner_id = ${ownerId} and id = ${id}`

export const listSnippetRows = (session: Session, caller: ContentCaller) =>
  session.many(
    sql`
      select ${columns(caller)} from (${inReach(caller, sql`true`)}) s
      order by s.updated_at desc, s.id`,
    SummaryRow,
  )

export const findSnippet = (session: Session, caller: ContentCaller, id: string) =>
  session.maybe(
    sql`select ${columns(caller)}, s.sql from (${inReach(caller, sql`id = ${id}`)}) s`,
    SnippetRow,
  )

const KeyRow = z.object({
  id: z.uuid(),
  owner_id: z.uuid(),
  type: SnippetType,
  visibility: Visibility,
})
export type KeyRow = z.infer<typeof KeyRow>

/** The owners of snippets in reach, which complete their keys. */
export const findKeys = (session: Session, caller: ContentCaller, ids: readonly string[]) =>
  session.many(
    sql`
      select s.id, s.owner_id, s.type, s.visibility
      from (${inReach(caller, sql`id = any(${ids}::uuid[])`)}) s order by s.id`,
    KeyRow,
  )

export type SnippetContent = { readonly name: string; readonly sql: string; readonly at: Date }

const VersionRow = z.object({ version: z.int() })

/** Creates a snippet, or brings a deleted one back. Returns undefined if there is one already. */
export const insertSnippet = (
  session: Session,
  { projectId, ownerId, id }: SnippetKey,
  content: SnippetContent & { readonly type: SnippetType },
) =>
  session.maybe(
    sql`
      insert into platform.snippets as s
        (id, owner_id, project_id, type, name, sql, version, inserted_at, updated_at, updated_by)
      values (${id}, ${ownerId}, ${projectId}, ${content.type}, ${content.name}, ${content.sql}, 1,
              ${content.at}, ${content.at}, ${ownerId})
      on conflict (project_id, owner_id, id) do update
      set type = excluded.type, name = excluded.name, sql = excluded.sql, version = s.version + 1,
          updated_at = excluded.updated_at, updated_by = excluded.updated_by,
          visibility = 'private', folder_id = null, deleted_at = null, deleted_by = null
      where s.deleted_at is not null
      returning version`,
    VersionRow,
  )

/** Returns undefined if another version is stored. */
export const updateSnippet = (
  session: Session,
  key: SnippetKey,
  content: SnippetContent & { readonly version: number; readonly editorId: string },
) =>
  session.maybe(
    sql`
      update platform.snippets
      set name = ${content.name}, sql = ${content.sql}, version = version + 1,
          updated_at = ${content.at}, updated_by = ${content.editorId}
      where ${whereKey(key)} and version = ${content.version}::bigint and deleted_at is null
      returning version`,
    VersionRow,
  )

/** The number of a person's snippets in a project, and the bytes of the other ones. */
export const readUsage = (session: Session, { projectId, ownerId, id }: SnippetKey) =>
  session.one(
    sql`
      select count(*) as count, coalesce(sum(octet_length(sql)) filter (where id <> ${id}), 0) as bytes
      from platform.snippets where project_id = ${projectId} and owner_id = ${ownerId}`,
    z.object({ count: z.coerce.number(), bytes: z.coerce.number() }),
  )

export const moveSnippet = (
  session: Session,
  key: SnippetKey,
  to: { readonly visibility: Visibility; readonly folderId: string | null },
) =>
  session.run(sql`
    update platform.snippets set visibility = ${to.visibility}, folder_id = ${to.folderId}
    where ${whereKey(key)}`)

export const setFavorite = (session: Session, { key, userId, isFavorite }: FavoriteMark) =>
  session.run(
    isFavorite
      ? sql`
          insert into platform.snippet_favorites (user_id, project_id, owner_id, snippet_id)
          values (${userId}, ${key.projectId}, ${key.ownerId}, ${key.id}) on conflict do nothing`
      : sql`
          delete from platform.snippet_favorites
          where user_id = ${userId} and project_id = ${key.projectId}
            and owner_id = ${key.ownerId} and snippet_id = ${key.id}`,
  )

type FavoriteMark = {
  readonly key: SnippetKey
  readonly userId: string
  readonly isFavorite: boolean
}

const MatchRow = z.object({ id: z.uuid(), excerpt: z.string().nullable() })

/** The first snippets whose name, or text if `inTexts`, contains the search. */
export const searchSnippetRows = (
  session: Session,
  caller: ContentCaller,
  { text, inTexts, limit }: { text: string; inTexts: boolean; limit: number },
) =>
  session.many(
    sql`
      select s.id, ${inTexts ? excerptOf(text) : sql`null`} as excerpt
      from (${inReach(caller, sql`type in ('sql', 'notebook')`)}) s
      where strpos(lower(s.name), lower(${text})) > 0
        ${inTexts ? sql`or strpos(lower(s.sql), lower(${text})) > 0` : emptySql}
      order by s.updated_at desc, s.id limit ${limit}`,
    MatchRow,
  )

const excerptOf = (text: string) => sql`
  case when strpos(lower(s.sql), lower(${text})) > 0 then
    regexp_replace(
      substr(s.sql, greatest(1, strpos(lower(s.sql), lower(${text})) - 30), 100), '\\s+', ' ', 'g')
  end`
