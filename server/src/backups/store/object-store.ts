/** Content in parts, as it is read or written. */
export type Content = AsyncIterable<Buffer>

export type StoredObject = { readonly key: string; readonly bytes: number }

/**
 * A place for sealed objects. An object exists whole or not at all, under a key of slashes and plain
 * names. Every method but `get` of a missing object rejects only with `backup_store_*`, 503 or 507.
 */
export type ObjectStore = {
  /** Stores an object, in place of one with this key. Resolves to its size once it is durable. */
  put(key: string, content: Content): Promise<number>
  /** Rejects with `ObjectMissing` if there is none; the content can still fail while it is read. */
  get(key: string): Promise<Content>
  /** Whether there is an object with this key. */
  has(key: string): Promise<boolean>
  /** The objects whose keys begin with this, in any order. */
  list(prefix: string): AsyncIterable<StoredObject>
  /** Removes an object. Does nothing if there is none. */
  remove(key: string): Promise<void>
}

/** The store has no object with this key. */
export class ObjectMissing extends Error {
  constructor(key: string) {
    super(`There is no object ${key}`)
    this.name = 'ObjectMissing'
  }
}

const NAME = '[A-Za-z0-9][A-Za-z0-9._-]*'
const KEY = new RegExp(`^${NAME}(?:/${NAME})*$`)

/** Throws for a key that could leave the store's folder. */
export function requireKey(key: string): string {
  if (!KEY.test(key)) throw new Error(`${key} is not the key of an object`)
  return key
}

/** Removes every object whose key begins with this. */
export async function removeAll(store: ObjectStore, prefix: string): Promise<void> {
  for await (const { key } of store.list(prefix)) await store.remove(key)
}
