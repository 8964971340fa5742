/** The part of `Storage` that the dashboard uses, so that another store can replace it. */
export type KeyValueStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
export type ListedStore = KeyValueStore & Pick<Storage, 'key' | 'length'>

/**
 * Returns the browser's local storage. If the browser forbids it, returns an empty store that
 * rejects writes, so that reads never fail and writes fail as they do in a full store.
 */
export function browserStorage(): ListedStore {
  try {
    return window.localStorage
  } catch (error) {
    return refusingStorage(error)
  }
}

export type PageStorage = ListedStore & {
  /** False for a value that only this page has, because the browser refused to store it. */
  isKept: (name: string) => boolean
}

/**
 * Wraps a store and keeps the values that it rejects in memory while the page is open, so that a
 * user whose storage is full or forbidden can still sign in and change the theme. Calls `onRefusal`
 * for each rejection.
 */
export function createPageStorage(
  open: () => ListedStore,
  onRefusal: (verb: 'save' | 'clear', name: string, error: unknown) => void,
): PageStorage {
  const unsaved = new Map<string, string>()
  const names = () => {
    const store = open()
    const kept = Array.from({ length: store.length }, (_, index) => store.key(index) ?? '')
    return [...new Set([...kept, ...unsaved.keys()])]
  }
  const remove = (name: string) => {
    unsaved.delete(name)
    try {
      open().removeItem(name)
    } catch (error) {
      onRefusal('clear', name, error)
    }
  }
  return {
    get length() {
      return names().length
    },
    key: (index) => names()[index] ?? null,
    getItem: (name) => unsaved.get(name) ?? open().getItem(name),
    setItem(name, value) {
      try {
        open().setItem(name, value)
        unsaved.delete(name)
      } catch (error) {
        // Otherwise the next page would read the older value as if it were the current one.
        remove(name)
        unsaved.set(name, value)
        onRefusal('save', name, error)
      }
    },
    removeItem: remove,
    isKept: (name) => !unsaved.has(name),
  }
}

function refusingStorage(reason: unknown): ListedStore {
  return {
    length: 0,
    key: () => null,
    getItem: () => null,
    setItem() {
      throw reason
    },
    removeItem: () => undefined,
  }
}
