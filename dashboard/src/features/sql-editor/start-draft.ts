import { createDraftStore } from './drafts.ts'
import type { DraftStore } from './drafts.ts'
import { NEW_SNIPPET_NAME } from './snippet-document.ts'
import { randomId } from '../../lib/random-id.ts'
import { pageStorage } from '../../lib/storage.ts'

/**
 * The id of an empty query: an existing one if there is one, otherwise a new one. Opening "new"
 * repeatedly does not leave behind a series of empty queries.
 */
export function startDraft(drafts: DraftStore, newId: () => string): string {
  const unused = drafts.list().find(({ draft }) => draft.base_version === 0 && draft.sql === '')
  if (unused !== undefined) return unused.id
  const id = newId()
  drafts.write(id, { name: NEW_SNIPPET_NAME, sql: '', base_version: 0 })
  return id
}

/** Creates a query for a project in this browser's storage. */
export const startQuery = (projectRef: string): string =>
  startDraft(createDraftStore({ projectRef, storage: pageStorage, now: () => new Date() }), () =>
    randomId(),
  )
