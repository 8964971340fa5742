/** Runs the work, or joins a run of the same key that has not begun yet. */
export type SharedRuns<T> = (key: string, work: () => Promise<T>) => Promise<T>

/**
 * Lets calls at the same time share one run of the same work. What a caller gets was begun after the
 * call, so that it knows everything that happened before.
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
