import type { RowKey } from './row-key.ts'

export type RowIdentities = {
  /** The number of the row with this key: a new one if the row was not loaded before. */
  of: (key: RowKey | undefined) => number
  /** Records the new key of a row, which keeps its number. */
  move: (id: number, key: RowKey) => void
  /** Forgets every row that is not in use, so that its number can only be given again as new. */
  keep: (used: ReadonlySet<number>) => void
  size: () => number
}

/**
 * Numbers the rows of a table as they are loaded. A number identifies its row even after the
 * primary key was edited, which edits in progress and selected rows depend on. A row without a key
 * gets another number each time it is loaded.
 */
export function createRowIdentities(): RowIdentities {
  const ids = new Map<string, number>()
  const keys = new Map<number, string>()
  let last = 0

  function bind(id: number, key: string): void {
    const before = keys.get(id)
    if (before !== undefined && ids.get(before) === id) ids.delete(before)
    ids.set(key, id)
    keys.set(id, key)
  }

  return {
    of(key) {
      const text = key && textOf(key)
      const known = text === undefined ? undefined : ids.get(text)
      if (known !== undefined) return known
      last += 1
      if (text !== undefined) bind(last, text)
      return last
    },
    move: (id, key) => bind(id, textOf(key)),
    keep(used) {
      for (const [id, key] of keys) {
        if (used.has(id)) continue
        keys.delete(id)
        if (ids.get(key) === id) ids.delete(key)
      }
    },
    size: () => keys.size,
  }
}

const textOf = (key: RowKey): string => JSON.stringify(Object.entries(key))
