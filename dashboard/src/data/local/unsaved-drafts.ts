import type { ListedStore } from '../../lib/browser-storage.ts'
import { isRecord } from '../client/http.ts'

/** Local copies of SQL that the server does not hold yet are kept under this and the project. */
export const DRAFT_PREFIX = 'stoa.sql-draft.'

/** How many texts would be lost with this browser's copies; a query nobody typed into is none. */
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
