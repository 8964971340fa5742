/** Runs work under one key one after the other; works under different keys do not wait for each other. */
export type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>

/**
 * For work that reads, decides and writes over several steps, or that would hold a connection while
 * it waits for a lock. The platform is one process, so memory is enough.
 */
export function createInTurn(): InTurn {
  const tails = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const before = tails.get(key) ?? Promise.resolve()
    const mine = before.then(work, work)
    tails.set(key, mine)
    try {
      return await mine
    } finally {
      if (tails.get(key) === mine) tails.delete(key)
    }
  }
}
