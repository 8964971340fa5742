import type { Clock } from '../../lib/clock.ts'
import { MAX_CACHED_MS, MAX_CACHED_RESULTS } from './limits.ts'

/** Shares the result of the same work between callers at about the same time. */
export function createRecentResults<Result>(clock: Clock) {
  const results = new Map<string, { readonly at: number; readonly result: Promise<Result> }>()

  function forget(key: string, result: Promise<Result>): void {
    if (results.get(key)?.result === result) results.delete(key)
  }

  return (key: string, work: () => Promise<Result>): Promise<Result> => {
    const now = clock.now().getTime()
    const recent = results.get(key)
    if (recent && now - recent.at <= MAX_CACHED_MS) return recent.result
    const [oldest] = results.keys()
    if (results.size >= MAX_CACHED_RESULTS && oldest !== undefined) results.delete(oldest)
    const result = work()
    results.delete(key)
    results.set(key, { at: now, result })
    // Nothing stays in memory while nobody reads.
    result.then(
      () => setTimeout(() => forget(key, result), MAX_CACHED_MS).unref(),
      () => forget(key, result),
    )
    return result
  }
}
