import { z } from 'zod'
import type { Session } from '../../postgres/database.ts'
import { sql } from '../../postgres/sql.ts'
import { Timestamp } from '../timestamp.ts'

/** The owner and project of a snippet, which are part of its key. */
export type SnippetKey = {
  readonly projectId: number
  readonly ownerId: string
  readonly id: string
}

const SummaryRow = z.object({
  id: z.uuid(),
  name: z.string(),
  version: z.int(),
  updated_at: Timestamp,
})
export const SnippetRow = SummaryRow.extend({ sql: z.string() })
export type SnippetRow = z.infer<typeof SnippetRow>

const columns = sql`id, name, sql, version, updated_at`
const where = ({ projectId, ownerId, id }: SnippetKey) =>
  sql`project_id = ${projectId} and owner_id = ${ownerId} and id = ${id}`

export const listSnippetRows = (session: Session, projectId: number, ownerId: string) =>
  session.many(
    sql`
      select id, name, version, updated_at from platform.snippets
      where project_id = ${projectId} and owner_id = ${ownerId}
      order by updated_at desc, id`,
    SummaryRow,
  )

export const findSnippet = (session: Session, key: SnippetKey) =>
  session.maybe(sql`select ${columns} from platform.snippets where ${where(key)}`, SnippetRow)

/** Returns undefined if there is one already. */
export const insertSnippet = (
  session: Session,
  key: SnippetKey,
  content: { name: string; sql: string; at: Date },
) =>
  session.maybe(
    sql`
      insert into platform.snippets (id, owner_id, project_id, name, sql, version, updated_at)
      values (${key.id}, ${key.ownerId}, ${key.projectId}, ${content.name}, ${content.sql}, 1,
              ${content.at})
      on conflict do nothing
      returning ${columns}`,
    SnippetRow,
  )

/** Returns undefined if another version is stored. */
export const updateSnippet = (
  session: Session,
  key: SnippetKey,
  content: { name: string; sql: string; version: number; at: Date },
) =>
  session.maybe(
    sql`
      update platform.snippets
      set name = ${content.name}, sql = ${content.sql}, version = version + 1,
          updated_at = ${content.at}
      where ${where(key)} and version = ${content.version}::bigint
      returning ${columns}`,
    SnippetRow,
  )

export const removeSnippet = (session: Session, key: SnippetKey) =>
  session.run(sql`delete from platform.snippets where ${where(key)}`)
