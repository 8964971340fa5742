import type { ListedStore } from '../../lib/browser-storage.ts'
import { isRecord } from '../client/http.ts'

/** The prefix of local copies of SQL that is not on the server yet, followed by the project. */
export const DRAFT_PREFIX = 'stoa.sql-draft.'

/** The number of drafts that exist only in this browser. A query without text is not counted. */
export function countUnsavedDrafts(store: ListedStore): number {
  const names = Array.from({ length: store.length }, (_, index) => store.key(index) ?? '')
  return names.filter((name) => name.startsWith(DRAFT_PREFIX) && hasText(store.getItem(name)))
    .length
}

function hasText(text: string | null): boolean {
  try {
    const draft: unknown = JSON.parse(text ?? 'null')
    return isRecord(draft) && typeof draft['sql'] === 'string' && draft['sql'].trim() !== ''
  } catch {
    return false
  }
}
