import type { Snippet, Visibility } from '@stoa/contract/platform/content'
import type { Session } from '../../postgres/database.ts'
import { sqlstateOf } from '../../postgres/failures.ts'
import type { Context } from '../context.ts'
import { requireShare, type ContentCaller } from './content-caller.ts'
import { markDeleted, restoreDeleted } from './deleted-queries.ts'
import { folderNotFound, snippetIdTaken, snippetNotFound, snippetNotOwn } from './errors.ts'
import { holdFolder, treeOf } from './folder-queries.ts'
import { findKeys, moveSnippet, setFavorite, type KeyRow } from './queries.ts'
import { keyOf, readSnippet, requireKey, restorableSince } from './read-snippets.ts'

/** The snippets with these ids, all of which the caller must be able to change. */
export async function requireChangeable(
  tx: Session,
  caller: ContentCaller,
  ids: readonly string[],
): Promise<KeyRow[]> {
  const rows = await findKeys(tx, caller, ids)
  if (rows.length < new Set(ids).size) throw snippetNotFound()
  if (rows.some(({ visibility }) => visibility === 'shared')) requireShare(caller)
  return rows
}

/** Deletes all of the snippets, or none. They can be restored for 30 days. */
export async function deleteSnippets(
  { session, clock }: Pick<Context, 'session' | 'clock'>,
  caller: ContentCaller,
  ids: readonly string[],
): Promise<Record<string, never>> {
  const deletion = { at: clock.now(), userId: caller.userId }
  await session.transaction(async (tx) => {
    for (const row of await requireChangeable(tx, caller, ids))
      await markDeleted(tx, keyOf(caller, row), deletion)
  })
  return {}
}

/** Brings a deleted snippet back. */
export async function restoreSnippet(
  context: Context,
  caller: ContentCaller,
  id: string,
): Promise<Snippet> {
  const restored = await restoreDeleted(context.session, caller, {
    id,
    since: restorableSince(context),
  })
  if (restored === 0) throw snippetNotFound()
  return readSnippet(context.session, caller, id)
}

type Destination = {
  readonly ids: readonly string[]
  readonly visibility: Visibility
  readonly folder_id: string | null
}

/** Moves all of the snippets, or none, which also shares them or makes them private. */
export async function moveSnippets(
  { session }: Pick<Context, 'session'>,
  caller: ContentCaller,
  { ids, visibility, folder_id: folderId }: Destination,
): Promise<Record<string, never>> {
  if (visibility === 'shared') requireShare(caller)
  try {
    await session.transaction(async (tx) => {
      const rows = await requireChangeable(tx, caller, ids)
      const isTaken = ({ visibility: from, owner_id: ownerId }: KeyRow) =>
        visibility === 'private' && from === 'shared' && ownerId !== caller.userId
      if (rows.some(isTaken)) throw snippetNotOwn()
      if (folderId !== null && !(await holdFolder(tx, treeOf(caller, visibility), folderId)))
        throw folderNotFound()
      for (const row of rows) await moveSnippet(tx, keyOf(caller, row), { visibility, folderId })
    })
  } catch (error) {
    throw sqlstateOf(error) === UNIQUE_VIOLATION ? snippetIdTaken() : error
  }
  return {}
}

const UNIQUE_VIOLATION = '23505'

/** Marks a snippet as the caller's favorite, or removes the mark. */
export async function markFavorite(
  { session }: Pick<Context, 'session'>,
  caller: ContentCaller,
  { id, isFavorite }: { readonly id: string; readonly isFavorite: boolean },
): Promise<Record<string, never>> {
  const key = await requireKey(session, caller, id)
  await setFavorite(session, { key, userId: caller.userId, isFavorite })
  return {}
}
