import type { RowKey } from './row-key.ts'

export type ChosenRows = {
  all: () => ReadonlyMap<number, RowKey>
  has: (id: number) => boolean
  toggle: (id: number, key: RowKey) => void
  /** Records the new key of a row if it is selected. */
  move: (id: number, key: RowKey) => void
  remove: (ids: Iterable<number>) => void
  add: (rows: Iterable<readonly [number, RowKey]>) => void
  clear: () => void
  /** Position of the last selected row, where a Shift selection starts. */
  last: () => number | undefined
  setLast: (rowIndex: number) => void
  subscribe: (listener: () => void) => () => void
}

/** The selected rows, by number: they stay selected while the table scrolls and sorts. */
export function createChosenRows(): ChosenRows {
  let chosen: ReadonlyMap<number, RowKey> = new Map()
  let last: number | undefined
  const listeners = new Set<() => void>()
  const put = (next: ReadonlyMap<number, RowKey>) => {
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
    move(id, key) {
      if (chosen.has(id)) put(new Map(chosen).set(id, key))
    },
    remove(ids) {
      const next = new Map(chosen)
      for (const id of ids) next.delete(id)
      if (next.size !== chosen.size) put(next)
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
