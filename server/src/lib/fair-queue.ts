export type FairQueue = {
  /**
   * Runs work in the key's turn. Throws the error of `refuse` at once if too much work of the key
   * waits already.
   */
  run<T>(key: string, work: () => Promise<T>): Promise<T>
}

export type FairQueueOptions = {
  /** How many keys' work runs at once. Work of one key always runs one after the other. */
  readonly places: number
  /** How much work of one key can wait. */
  readonly maxWaiting: number
  readonly refuse: () => Error
}

/**
 * Shares a few slots among many keys. Keys take turns, so the work of one key waits for at most one
 * piece of work of each other key.
 */
export function createFairQueue({ places, maxWaiting, refuse }: FairQueueOptions): FairQueue {
  const running = new Set<string>()
  // The keys are in the order of their turns.
  const waiting = new Map<string, (() => void)[]>()

  function enter(key: string): Promise<void> {
    if (running.size < places && !running.has(key)) {
      running.add(key)
      return Promise.resolve()
    }
    const queue = waiting.get(key) ?? []
    if (queue.length >= maxWaiting) throw refuse()
    waiting.set(key, queue)
    return new Promise<void>((enterNow) => queue.push(enterNow))
  }

  function leave(key: string) {
    running.delete(key)
    for (const [next, queue] of waiting) {
      if (running.has(next)) continue
      const enterNow = queue.shift()
      waiting.delete(next)
      if (queue.length > 0) waiting.set(next, queue)
      running.add(next)
      enterNow?.()
      return
    }
  }

  return {
    run: (key, work) =>
      enter(key)
        .then(work)
        .finally(() => leave(key)),
  }
}
