/** An item of a list, as a handle to remove it with. */
export type LiveEntry<Item> = { readonly item: Item; at: number }

/**
 * Items that come and go with every request. A `Set` would be slow garbage: it replaces its table
 * every few changes, each old table refers to the next one, and once one is old enough to wait for a
 * full collection, so does everything that the later ones held.
 */
export type LiveList<Item> = {
  readonly size: number
  add(item: Item): LiveEntry<Item>
  /** Whether the entry was in the list. */
  remove(entry: LiveEntry<Item>): boolean
  /** The items of this moment, in no order. */
  items(): readonly Item[]
}

export function createLiveList<Item>(): LiveList<Item> {
  const entries: LiveEntry<Item>[] = []
  return {
    get size() {
      return entries.length
    },
    add(item) {
      const entry = { item, at: entries.length }
      entries.push(entry)
      return entry
    },
    remove(entry) {
      if (entries[entry.at] !== entry) return false
      const last = entries.pop()
      if (last !== undefined && last !== entry) {
        entries[entry.at] = last
        last.at = entry.at
      }
      return true
    },
    items: () => entries.map(({ item }) => item),
  }
}
