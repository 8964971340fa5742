/** A segment that fails again and again is tried once in this many runs, which is about an hour. */
const LONGEST_WAIT = 12

/**
 * Segments that could not be compacted, by their paths. They are left for queries and tried again
 * after a number of runs, which doubles with each failure.
 */
export function createFailures() {
  const failed = new Map<string, { failures: number; wait: number }>()
  return {
    /** The segments to try in this run. Forgets those that are no longer there. */
    due(paths: readonly string[]): readonly string[] {
      const known = new Set(paths)
      for (const path of failed.keys()) if (!known.has(path)) failed.delete(path)
      return paths.filter((path) => {
        const failure = failed.get(path)
        if (!failure) return true
        failure.wait -= 1
        return failure.wait <= 0
      })
    },
    add(path: string): void {
      const failures = (failed.get(path)?.failures ?? 0) + 1
      failed.set(path, { failures, wait: Math.min(2 ** failures, LONGEST_WAIT) })
    },
  }
}
