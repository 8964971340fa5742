import { SnippetFolder } from '@stoa/contract/platform/content-folders'
import type { Visibility } from '@stoa/contract/platform/content'
import type { Session } from '../../postgres/database.ts'
import { sql } from '../../postgres/sql.ts'
import type { ContentCaller } from './content-caller.ts'

/** The private folders of a person, or the shared ones of a project, whose owner is null. */
export type FolderTree = { readonly projectId: number; readonly ownerId: string | null }

export const treeOf = (
  { projectId, userId }: Pick<ContentCaller, 'projectId' | 'userId'>,
  visibility: Visibility,
): FolderTree => ({ projectId, ownerId: visibility === 'private' ? userId : null })

const columns = sql`
  id, name, parent_id, case when owner_id is null then 'shared' else 'private' end as visibility`

const whereTree = ({ projectId, ownerId }: FolderTree) =>
  sql`project_id = ${projectId} and owner_id is not distinct from ${ownerId}::uuid`

export const listFolderRows = (session: Session, { projectId, userId }: ContentCaller) =>
  session.many(
    sql`
      select ${columns} from platform.snippet_folders
      where project_id = ${projectId} and (owner_id = ${userId} or owner_id is null)
      order by lower(name), id`,
    SnippetFolder,
  )

/** All folders of a tree. One change of a tree waits for another, so that no two make a circle. */
export async function lockTree(session: Session, tree: FolderTree): Promise<SnippetFolder[]> {
  await session.run(sql`
    select pg_advisory_xact_lock(
      hashtextextended('snippet_folders ' || ${tree.ownerId ?? ''}::text, ${tree.projectId}))`)
  return session.many(
    sql`select ${columns} from platform.snippet_folders where ${whereTree(tree)}`,
    SnippetFolder,
  )
}

/** Keeps a folder from being deleted until the transaction ends. */
export const holdFolder = (session: Session, tree: FolderTree, id: string) =>
  session.maybe(
    sql`
      select ${columns} from platform.snippet_folders
      where ${whereTree(tree)} and id = ${id} for key share`,
    SnippetFolder,
  )

export const insertFolder = (
  session: Session,
  tree: FolderTree,
  folder: { readonly name: string; readonly parentId: string | null },
) =>
  session.one(
    sql`
      insert into platform.snippet_folders (project_id, owner_id, parent_id, name)
      values (${tree.projectId}, ${tree.ownerId}, ${folder.parentId}, ${folder.name})
      returning ${columns}`,
    SnippetFolder,
  )

export const updateFolderRow = (
  session: Session,
  id: string,
  folder: { readonly name: string; readonly parentId: string | null },
) =>
  session.one(
    sql`
      update platform.snippet_folders set name = ${folder.name}, parent_id = ${folder.parentId}
      where id = ${id} returning ${columns}`,
    SnippetFolder,
  )

/** Deletes a folder and those below it. Resolves to the number of queries that were in them. */
export async function removeFolder(
  session: Session,
  id: string,
  deletion: { readonly at: Date; readonly userId: string },
): Promise<number> {
  const count = await session.run(sql`
    with recursive inside as (
      select id from platform.snippet_folders where id = ${id}
      union all
      select child.id from platform.snippet_folders child join inside on child.parent_id = inside.id)
    update platform.snippets set deleted_at = ${deletion.at}, deleted_by = ${deletion.userId}
    where folder_id in (select id from inside) and deleted_at is null`)
  await session.run(sql`delete from platform.snippet_folders where id = ${id}`)
  return count
}
