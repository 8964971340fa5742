export type KeyedMutex = {
  /** Runs work after all earlier work under the same key; work under other keys does not wait. */
  runExclusive<T>(key: string, work: () => Promise<T>): Promise<T>
}

/**
 * For work that reads, decides and writes in several steps, or that would keep a connection while it
 * waits for a lock. One process owns the installation, so a mutex in memory is enough.
 */
export function createKeyedMutex(): KeyedMutex {
  const tails = new Map<string, Promise<unknown>>()
  return {
    async runExclusive(key, work) {
      const before = tails.get(key) ?? Promise.resolve()
      const mine = before.then(work, work)
      tails.set(key, mine)
      try {
        return await mine
      } finally {
        if (tails.get(key) === mine) tails.delete(key)
      }
    },
  }
}
