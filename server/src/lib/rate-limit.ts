import type { Clock } from './clock.ts'

/** The size of a bucket, and how much it refills per minute. */
export type RateLimit = { readonly burst: number; readonly perMinute: number }

export type RateLimiter = {
  /**
   * Takes one token from the key's bucket. Returns 0 on success, else the seconds until a token is
   * available.
   */
  take(key: string, limit: RateLimit): number
  /** Undoes a `take` that should not count. */
  giveBack(key: string, limit: RateLimit): void
  /** Undoes every `take`. */
  forget(key: string): void
}

type Bucket = { tokens: number; at: number }

/**
 * Token buckets in memory. Holds at most `maxKeys` buckets and evicts the least recently used one,
 * so that new keys cannot fill the memory.
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
    // Reinserting the key keeps the map ordered by last use.
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
    forget: (key) => void buckets.delete(key),
  }
}
