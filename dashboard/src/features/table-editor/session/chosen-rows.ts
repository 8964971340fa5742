import type { RowKey } from './edit-queue.ts'

export type ChosenRows = {
  all: () => ReadonlyMap<string, RowKey>
  has: (id: string) => boolean
  toggle: (id: string, key: RowKey) => void
  add: (rows: Iterable<readonly [string, RowKey]>) => void
  clear: () => void
  /** Position of the last selected row, where a Shift selection starts. */
  last: () => number | undefined
  setLast: (rowIndex: number) => void
  subscribe: (listener: () => void) => () => void
}

/** The selected rows, by key: they stay selected while the table scrolls and sorts. */
export function createChosenRows(): ChosenRows {
  let chosen: ReadonlyMap<string, RowKey> = new Map()
  let last: number | undefined
  const listeners = new Set<() => void>()
  const put = (next: ReadonlyMap<string, RowKey>) => {
    chosen = next
    for (const listener of listeners) listener()
  }
  return {
    all: () => chosen,
    has: (id) => chosen.has(id),
    toggle(id, key) {
      const next = new Map(chosen)
      if (!next.delete(id)) next.set(id, key)
      put(next)
    },
    add: (rows) => put(new Map([...chosen, ...rows])),
    clear() {
      last = undefined
      put(new Map())
    },
    last: () => last,
    setLast(rowIndex) {
      last = rowIndex
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
