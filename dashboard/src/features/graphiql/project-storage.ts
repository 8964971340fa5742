import type { Storage } from '@graphiql/toolkit'
import type { KeyValueStore } from '../../lib/browser-storage.ts'

/** Stores the tabs, history and pane sizes of each project's GraphiQL separately. */
export function createProjectStorage(projectRef: string, store: KeyValueStore): Storage {
  const named = (key: string) => `stoa.graphiql.${projectRef}.${key}`
  const written = new Set<string>()
  return {
    getItem: (key) => store.getItem(named(key)),
    setItem(key, value) {
      written.add(key)
      store.setItem(named(key), value)
    },
    removeItem(key) {
      written.delete(key)
      store.removeItem(named(key))
    },
    clear() {
      for (const key of written) store.removeItem(named(key))
      written.clear()
    },
    get length() {
      return written.size
    },
  }
}
