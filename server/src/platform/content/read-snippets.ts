import type {
  DeletedSnippet,
  Snippet,
  SnippetMatch,
  SnippetSummary,
} from '@stoa/contract/platform/content'
import type { Session } from '../../postgres/database.ts'
import { sqlstateOf } from '../../postgres/failures.ts'
import { rawSql, sql } from '../../postgres/sql.ts'
import type { Context } from '../context.ts'
import type { ContentCaller } from './content-caller.ts'
import { listDeletedRows } from './deleted-queries.ts'
import { snippetNotFound } from './errors.ts'
import { DELETED_KEPT_MS, MAX_MATCHES, MAX_SEARCH_MS } from './limits.ts'
import {
  findKeys,
  findSnippet,
  listSnippetRows,
  searchSnippetRows,
  type KeyRow,
  type SnippetKey,
} from './queries.ts'

export const listSnippets = (
  { session }: Pick<Context, 'session'>,
  caller: ContentCaller,
): Promise<SnippetSummary[]> => listSnippetRows(session, caller)

export async function readSnippet(
  session: Session,
  caller: ContentCaller,
  id: string,
): Promise<Snippet> {
  const row = await findSnippet(session, caller, id)
  if (!row) throw snippetNotFound()
  return row
}

export const keyOf = ({ projectId }: ContentCaller, row: KeyRow): SnippetKey => ({
  projectId,
  ownerId: row.owner_id,
  id: row.id,
})

/** The key of a snippet that the caller can read. */
export async function requireKey(
  session: Session,
  caller: ContentCaller,
  id: string,
): Promise<SnippetKey> {
  const [row] = await findKeys(session, caller, [id])
  if (!row) throw snippetNotFound()
  return keyOf(caller, row)
}

/** Searches the names only if searching the texts as well takes too long. */
export async function searchSnippets(
  { session }: Pick<Context, 'session'>,
  caller: ContentCaller,
  text: string,
): Promise<{ matches: SnippetMatch[]; is_complete: boolean }> {
  const search = { text, limit: MAX_MATCHES }
  try {
    const matches = await session.transaction(async (tx) => {
      await tx.run(sql`set local statement_timeout = ${rawSql(String(MAX_SEARCH_MS))}`)
      return searchSnippetRows(tx, caller, { ...search, inTexts: true })
    })
    return { matches, is_complete: true }
  } catch (error) {
    if (sqlstateOf(error) !== QUERY_CANCELED) throw error
    const matches = await searchSnippetRows(session, caller, { ...search, inTexts: false })
    return { matches, is_complete: false }
  }
}

const QUERY_CANCELED = '57014'

/** Snippets deleted after this time can be restored. */
export const restorableSince = ({ clock }: Pick<Context, 'clock'>) =>
  new Date(clock.now().getTime() - DELETED_KEPT_MS)

export async function listDeletedSnippets(
  context: Context,
  caller: ContentCaller,
): Promise<DeletedSnippet[]> {
  const rows = await listDeletedRows(context.session, caller, restorableSince(context))
  return rows.map(({ deleted_at: at, ...row }) => ({
    ...row,
    deleted_at: at.toISOString(),
    expires_at: new Date(at.getTime() + DELETED_KEPT_MS).toISOString(),
  }))
}
