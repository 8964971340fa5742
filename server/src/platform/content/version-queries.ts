import { SnippetVersion } from '@stoa/contract/platform/content-versions'
import { z } from 'zod'
import type { Session } from '../../postgres/database.ts'
import { sql } from '../../postgres/sql.ts'
import { Timestamp } from '../timestamp.ts'
import { MAX_VERSION_BYTES, MAX_VERSIONS } from './limits.ts'
import type { SnippetKey } from './queries.ts'

const VersionRow = SnippetVersion.extend({ begun_at: Timestamp, saved_at: Timestamp })

const whereSnippet = ({ projectId, ownerId, id }: SnippetKey) =>
  sql`project_id = ${projectId} and owner_id = ${ownerId} and snippet_id = ${id}`

export type NewVersion = {
  readonly version: number
  readonly name: string
  readonly sql: string
  readonly authorId: string
  readonly at: Date
  /** A version of the same author that began after this time is replaced. */
  readonly replacesSince: Date
}

/** Stores the text of a save, in place of the author's last version if that is recent. */
export const insertVersion = (session: Session, key: SnippetKey, saved: NewVersion) =>
  session.run(sql`
    with latest as (
      select version, author_id, begun_at from platform.snippet_versions
      where ${whereSnippet(key)} order by version desc limit 1),
    replaced as (
      delete from platform.snippet_versions v using latest
      where v.project_id = ${key.projectId} and v.owner_id = ${key.ownerId}
        and v.snippet_id = ${key.id} and v.version = latest.version
        and latest.author_id = ${saved.authorId} and latest.begun_at > ${saved.replacesSince}
      returning v.begun_at)
    insert into platform.snippet_versions
      (project_id, owner_id, snippet_id, version, name, sql, author_id, begun_at, saved_at)
    values (${key.projectId}, ${key.ownerId}, ${key.id}, ${saved.version}, ${saved.name},
            ${saved.sql}, ${saved.authorId}, coalesce((select begun_at from replaced), ${saved.at}),
            ${saved.at})`)

/** Keeps the newest version, and further ones as long as they are few and short enough. */
export const dropOldVersions = (session: Session, key: SnippetKey) =>
  session.run(sql`
    delete from platform.snippet_versions where ${whereSnippet(key)} and version in (
      select version from (
        select version, row_number() over newest as place,
               sum(octet_length(sql)) over newest as bytes
        from platform.snippet_versions where ${whereSnippet(key)}
        window newest as (order by version desc)) ranked
      where place > 1 and (place > ${MAX_VERSIONS} or bytes > ${MAX_VERSION_BYTES}))`)

const columns = sql`
  version, name, begun_at, saved_at, octet_length(sql) as bytes,
  (select coalesce(p.display_name, p.primary_email) from platform.profiles p
   where p.user_id = author_id) as author`

export const listVersionRows = (session: Session, key: SnippetKey) =>
  session.many(
    sql`
      select ${columns} from platform.snippet_versions
      where ${whereSnippet(key)} order by version desc`,
    VersionRow,
  )

export const findVersion = (session: Session, key: SnippetKey, version: number) =>
  session.maybe(
    sql`
      select ${columns}, sql from platform.snippet_versions
      where ${whereSnippet(key)} and version = ${version}`,
    VersionRow.extend({ sql: z.string() }),
  )
