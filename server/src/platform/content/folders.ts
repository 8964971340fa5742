import type { Visibility } from '@stoa/contract/platform/content'
import { MAX_FOLDER_DEPTH, type SnippetFolder } from '@stoa/contract/platform/content-folders'
import type { Session } from '../../postgres/database.ts'
import type { Context } from '../context.ts'
import { requireShare, type ContentCaller } from './content-caller.ts'
import {
  folderExists,
  folderInItself,
  folderNotFound,
  folderTooDeep,
  tooManyFolders,
} from './errors.ts'
import {
  insertFolder,
  listFolderRows,
  lockTree,
  removeFolder,
  treeOf,
  updateFolderRow,
} from './folder-queries.ts'
import { depthBelow, levelOf, pathOf } from './folder-tree.ts'
import { MAX_FOLDERS } from './limits.ts'

export const listFolders = (
  { session }: Pick<Context, 'session'>,
  caller: ContentCaller,
): Promise<SnippetFolder[]> => listFolderRows(session, caller)

type NewFolder = {
  readonly name: string
  readonly visibility: Visibility
  readonly parent_id: string | null
}

export function createFolder(
  { session }: Pick<Context, 'session'>,
  caller: ContentCaller,
  { name, visibility, parent_id: parentId }: NewFolder,
): Promise<SnippetFolder> {
  if (visibility === 'shared') requireShare(caller)
  const tree = treeOf(caller, visibility)
  return session.transaction(async (tx) => {
    const folders = await lockTree(tx, tree)
    if (folders.length >= MAX_FOLDERS) throw tooManyFolders()
    refuseParent(folders, { parentId, levels: 1 })
    refuseName(folders, { name, parentId })
    return insertFolder(tx, tree, { name, parentId })
  })
}

type FolderChange = {
  readonly folder_id: string
  readonly name?: string | undefined
  readonly parent_id?: string | null | undefined
}

/** Renames or moves a folder. */
export function updateFolder(
  { session }: Pick<Context, 'session'>,
  caller: ContentCaller,
  { folder_id: id, name, parent_id: parentId }: FolderChange,
): Promise<SnippetFolder> {
  return session.transaction(async (tx) => {
    const { folder, folders } = await requireFolder(tx, caller, id)
    const next = {
      name: name ?? folder.name,
      parentId: parentId === undefined ? folder.parent_id : parentId,
    }
    if (next.parentId !== folder.parent_id) {
      if (pathOf(folders, next.parentId).some((above) => above.id === id)) throw folderInItself()
      refuseParent(folders, { parentId: next.parentId, levels: depthBelow(folders, id) })
    }
    refuseName(
      folders.filter((other) => other.id !== id),
      next,
    )
    return updateFolderRow(tx, id, next)
  })
}

/** Deletes a folder with those inside it; their queries can be restored for 30 days. */
export async function deleteFolder(
  { session, clock }: Pick<Context, 'session' | 'clock'>,
  caller: ContentCaller,
  id: string,
): Promise<{ deleted_queries: number }> {
  const deletion = { at: clock.now(), userId: caller.userId }
  return session.transaction(async (tx) => {
    await requireFolder(tx, caller, id)
    return { deleted_queries: await removeFolder(tx, id, deletion) }
  })
}

/** A folder that the caller can change, in its tree, which stays locked. */
async function requireFolder(tx: Session, caller: ContentCaller, id: string) {
  for (const visibility of ['private', 'shared'] as const) {
    const folders = await lockTree(tx, treeOf(caller, visibility))
    const folder = folders.find((each) => each.id === id)
    if (!folder) continue
    if (visibility === 'shared') requireShare(caller)
    return { folder, folders }
  }
  throw folderNotFound()
}

function refuseParent(
  folders: readonly SnippetFolder[],
  { parentId, levels }: { readonly parentId: string | null; readonly levels: number },
): void {
  if (parentId === null) return
  if (!folders.some(({ id }) => id === parentId)) throw folderNotFound()
  if (levelOf(folders, parentId) + levels > MAX_FOLDER_DEPTH) throw folderTooDeep()
}

function refuseName(
  folders: readonly SnippetFolder[],
  { name, parentId }: { readonly name: string; readonly parentId: string | null },
): void {
  if (folders.some((other) => other.parent_id === parentId && other.name === name))
    throw folderExists(name)
}
