import { SnippetType } from '@stoa/contract/platform/content'
import { z } from 'zod'
import { DRAFT_PREFIX } from '../../data/local/unsaved-drafts.ts'
import type { ListedStore, PageStorage } from '../../lib/browser-storage.ts'

/** Typed text that the server has not stored yet. */
export const Draft = z.object({
  /** By default `sql`. */
  type: SnippetType.optional(),
  name: z.string(),
  sql: z.string(),
  /** The stored version that the edits are based on; 0 for a snippet that was never saved. */
  base_version: z.int().min(0),
  kept_at: z.string(),
})
export type Draft = z.infer<typeof Draft>

export type DraftStore = {
  read: (id: string) => Draft | undefined
  /**
   * Returns false if the browser's storage is full: then only a save to the server keeps the text.
   */
  write: (id: string, draft: Omit<Draft, 'kept_at'>) => boolean
  remove: (id: string) => void
  /** All drafts of the project, most recently saved first. */
  list: () => { id: string; draft: Draft }[]
}

export type DraftStoreOptions = {
  /** Separates the drafts of different projects. */
  projectRef: string
  storage: ListedStore & Partial<Pick<PageStorage, 'isKept'>>
  now: () => Date
}

/**
 * Local copies of unsaved SQL. A draft is written while the user types and removed once the server
 * has stored the text, so a crash, a closed tab or an unavailable server loses nothing. Unreadable
 * entries are ignored.
 */
export function createDraftStore({ projectRef, storage, now }: DraftStoreOptions): DraftStore {
  const prefix = `${DRAFT_PREFIX}${projectRef}.`

  function read(id: string): Draft | undefined {
    try {
      const text = storage.getItem(prefix + id)
      return text === null ? undefined : Draft.safeParse(JSON.parse(text)).data
    } catch {
      return undefined
    }
  }

  function keys(): string[] {
    return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter(
      (key) => key.startsWith(prefix),
    )
  }

  return {
    read,
    write(id, draft) {
      try {
        storage.setItem(prefix + id, JSON.stringify({ ...draft, kept_at: now().toISOString() }))
        return storage.isKept?.(prefix + id) ?? true
      } catch {
        // An older draft would later be restored as if it were the newest text.
        storage.removeItem(prefix + id)
        return false
      }
    },
    remove: (id) => storage.removeItem(prefix + id),
    list() {
      return keys()
        .map((key) => key.slice(prefix.length))
        .flatMap((id) => {
          const draft = read(id)
          return draft === undefined ? [] : [{ id, draft }]
        })
        .toSorted((a, b) => b.draft.kept_at.localeCompare(a.draft.kept_at))
    },
  }
}
