import type { Snippet, SnippetType } from '@stoa/contract/platform/content'
import type { Session } from '../../postgres/database.ts'
import type { Context } from '../context.ts'
import { requireShare, type ContentCaller } from './content-caller.ts'
import { snippetChanged, snippetNotFound, snippetsTooLarge, tooManySnippets } from './errors.ts'
import { MAX_SNIPPET_BYTES, MAX_SNIPPETS, SMALL_TEXT_BYTES, VERSION_MS } from './limits.ts'
import {
  findKeys,
  findSnippet,
  insertSnippet,
  readUsage,
  updateSnippet,
  type SnippetKey,
} from './queries.ts'
import { keyOf, readSnippet } from './read-snippets.ts'
import { requireReport } from './require-report.ts'
import { dropOldVersions, insertVersion } from './version-queries.ts'

type Content = {
  readonly type?: SnippetType | undefined
  readonly name: string
  readonly sql: string
  readonly version: number
  readonly keeps_previous?: boolean | undefined
}

/**
 * Creates (version 0) or saves a snippet, and keeps its text as a version. 409 `snippet_changed`, with
 * the stored snippet as `details`, when another version is stored: of two saves at once, one succeeds
 * and the other is rejected.
 */
export function saveSnippet(
  { session, clock }: Pick<Context, 'session' | 'clock'>,
  caller: ContentCaller,
  { id, ...content }: Content & { readonly id: string },
): Promise<Snippet> {
  const at = clock.now()
  return session.transaction(async (tx) => {
    const [row] = await findKeys(tx, caller, [id])
    if (row?.visibility === 'shared') requireShare(caller)
    const key = row ? keyOf(caller, row) : { ...caller, ownerId: caller.userId, id }
    const isNew = content.version === 0
    // Creating an own query with the id of a shared one would hide that one from its creator.
    if (isNew && row) throw await changed(tx, caller, id)
    const type = row?.type ?? content.type ?? 'sql'
    if (type === 'report') requireReport(content.sql)
    await refuseExcess(tx, key, { ...content, isNew })
    const stamped = { ...content, at, editorId: caller.userId }
    const saved = isNew
      ? await insertSnippet(tx, key, { ...stamped, type })
      : await updateSnippet(tx, key, stamped)
    if (!saved) throw await changed(tx, caller, id)
    await insertVersion(tx, key, {
      ...content,
      version: saved.version,
      authorId: caller.userId,
      at,
      replacesSince: content.keeps_previous ? at : new Date(at.getTime() - VERSION_MS),
    })
    await dropOldVersions(tx, key)
    return readSnippet(tx, caller, id)
  })
}

async function changed(tx: Session, caller: ContentCaller, id: string) {
  const stored = await findSnippet(tx, caller, id)
  return stored ? snippetChanged(stored) : snippetNotFound()
}

async function refuseExcess(
  tx: Session,
  key: SnippetKey,
  { sql: text, isNew }: { readonly sql: string; readonly isNew: boolean },
): Promise<void> {
  const size = Buffer.byteLength(text)
  if (!isNew && size < SMALL_TEXT_BYTES) return
  const { count, bytes } = await readUsage(tx, key)
  if (isNew && count >= MAX_SNIPPETS) throw tooManySnippets()
  if (bytes + size > MAX_SNIPPET_BYTES) throw snippetsTooLarge()
}
