import type { Clock } from '../../lib/clock.ts'
import { MAX_CACHED_MS, MAX_CACHED_RESULTS } from './limits.ts'

/** Shares the result of the same work between callers at about the same time. */
export function createRecentResults<Result>(clock: Clock) {
  const results = new Map<string, { readonly at: number; readonly result: Promise<Result> }>()
  return (key: string, work: () => Promise<Result>): Promise<Result> => {
    const now = clock.now().getTime()
    for (const [old, { at }] of results) {
      // In the order in which they began.
      if (now - at <= MAX_CACHED_MS && results.size < MAX_CACHED_RESULTS) break
      results.delete(old)
    }
    const recent = results.get(key)
    if (recent) return recent.result
    const result = work()
    results.set(key, { at: now, result })
    result.catch(() => {
      if (results.get(key)?.result === result) results.delete(key)
    })
    return result
  }
}
