import type { Clock } from './clock.ts'

/** A bucket: so many at once, and so many more come back each minute. */
export type RateLimit = { readonly burst: number; readonly perMinute: number }

export type RateLimiter = {
  /** Takes one from the key's bucket: 0 when there was one, else the seconds until there is. */
  take(key: string, limit: RateLimit): number
  /** Undoes a `take` that turned out not to count. */
  giveBack(key: string, limit: RateLimit): void
}

type Bucket = { tokens: number; at: number }

/**
 * Token buckets in memory, for refusing floods. Holds at most `maxKeys` buckets: past that the one
 * longest unused goes, so that no stream of new keys can fill the memory.
 */
export function createRateLimiter({
  clock,
  maxKeys = 50_000,
}: {
  clock: Clock
  maxKeys?: number
}): RateLimiter {
  const buckets = new Map<string, Bucket>()

  function open(key: string, limit: RateLimit): Bucket {
    const now = clock.now().getTime()
    const found = buckets.get(key) ?? { tokens: limit.burst, at: now }
    const back = (Math.max(0, now - found.at) / 60_000) * limit.perMinute
    const bucket = { tokens: Math.min(limit.burst, found.tokens + back), at: now }
    // Inserted anew, so that the map's order is the order of last use.
    buckets.delete(key)
    buckets.set(key, bucket)
    const oldest = buckets.size > maxKeys ? buckets.keys().next().value : undefined
    if (oldest !== undefined) buckets.delete(oldest)
    return bucket
  }

  return {
    take(key, limit) {
      const bucket = open(key, limit)
      if (bucket.tokens >= 1) {
        bucket.tokens -= 1
        return 0
      }
      return Math.max(1, Math.ceil(((1 - bucket.tokens) / limit.perMinute) * 60))
    },
    giveBack(key, limit) {
      const bucket = open(key, limit)
      bucket.tokens = Math.min(limit.burst, bucket.tokens + 1)
    },
  }
}
