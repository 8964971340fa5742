/** Runs the work, or joins a run of the same key that has not begun yet. */
export type SharedRuns<T> = (key: string, work: () => Promise<T>) => Promise<T>

/**
 * Lets concurrent calls share one run of the same work. A run starts only after the calls that
 * share it, so its result reflects everything that happened before them.
 */
export function createSharedRuns<T>(): SharedRuns<T> {
  const running = new Map<string, Promise<T>>()
  const next = new Map<string, Promise<T>>()

  function start(key: string, work: () => Promise<T>): Promise<T> {
    const run = work().finally(() => {
      if (running.get(key) === run) running.delete(key)
    })
    running.set(key, run)
    return run
  }

  return (key, work) => {
    const current = running.get(key)
    if (!current) return start(key, work)
    const joined = next.get(key)
    if (joined) return joined
    const begin = () => {
      next.delete(key)
      return start(key, work)
    }
    const waiting = current.then(begin, begin)
    next.set(key, waiting)
    return waiting
  }
}
