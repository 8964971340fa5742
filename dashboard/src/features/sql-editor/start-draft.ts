import { createDraftStore } from './drafts.ts'
import type { DraftStore } from './drafts.ts'
import { NEW_SNIPPET_NAME } from './snippet-document.ts'
import { randomId } from '../../lib/random-id.ts'
import { pageStorage } from '../../lib/storage.ts'

/**
 * The id of a query in which nothing was typed yet: the one begun before, or a new one. So opening
 * "new" again and again leaves no trail of empty queries.
 */
export function startDraft(drafts: DraftStore, newId: () => string): string {
  const unused = drafts.list().find(({ draft }) => draft.base_version === 0 && draft.sql === '')
  if (unused !== undefined) return unused.id
  const id = newId()
  drafts.write(id, { name: NEW_SNIPPET_NAME, sql: '', base_version: 0 })
  return id
}

/** Begins a query in a project, in this browser's storage. */
export const startQuery = (projectRef: string): string =>
  startDraft(createDraftStore({ projectRef, storage: pageStorage, now: () => new Date() }), () =>
    randomId(),
  )
