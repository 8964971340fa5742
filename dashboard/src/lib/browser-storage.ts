/** The part of `Storage` the dashboard uses, so that a browser without one can be given another. */
export type KeyValueStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
export type ListedStore = KeyValueStore & Pick<Storage, 'key' | 'length'>

/**
 * The browser's local storage. Where the browser forbids it, a store that is empty and refuses to
 * keep anything, so that reading never fails and writing fails as it does in a full one.
 */
export function browserStorage(): ListedStore {
  try {
    return window.localStorage
  } catch (error) {
    return refusingStorage(error)
  }
}

export type PageStorage = ListedStore & {
  /** False for what only this page holds, since the browser refused it. */
  isKept: (name: string) => boolean
}

/**
 * A store over another that keeps, for as long as the page is open, what the other one refuses:
 * somebody whose storage is full or forbidden still signs in and changes the theme. `onRefusal` is
 * told each time.
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
        // An older value would come back with the next page as if it were the newest.
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
