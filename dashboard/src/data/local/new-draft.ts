import { randomId } from '../../lib/random-id.ts'
import { pageStorage } from '../../lib/storage.ts'
import { DRAFT_PREFIX } from './unsaved-drafts.ts'

/**
 * Keeps a text as a new query of the SQL editor, which finds it under the returned id. The editor's
 * own drafts have the same form.
 */
export function startDraft(
  projectRef: string,
  { name, sql, now }: { readonly name: string; readonly sql: string; readonly now: Date },
): string {
  const id = randomId()
  const draft = { name, sql, base_version: 0, kept_at: now.toISOString() }
  pageStorage.setItem(`${DRAFT_PREFIX}${projectRef}.${id}`, JSON.stringify(draft))
  return id
}
