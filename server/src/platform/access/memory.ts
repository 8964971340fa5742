import type { Clock } from '../../lib/clock.ts'

type Entry<T> = { readonly value: T; readonly until: number }

const MAX_ENTRIES = 10_000

/**
 * Remembers answers for `lifetimeMs`, and until `forget` at most: an answer that was being fetched
 * while `forget` was called is given to whoever asked for it and not kept.
 */
export function createMemory<T>({ clock, lifetimeMs }: { clock: Clock; lifetimeMs: number }) {
  const entries = new Map<string, Entry<T>>()
  let generation = 0

  return {
    async get(key: string, fetch: () => Promise<T>): Promise<T> {
      const now = clock.now().getTime()
      const known = entries.get(key)
      if (known && known.until > now) return known.value
      const before = generation
      const value = await fetch()
      if (generation !== before) return value
      if (entries.size >= MAX_ENTRIES) entries.clear()
      entries.set(key, { value, until: now + lifetimeMs })
      return value
    },
    forget() {
      generation += 1
      entries.clear()
    },
  }
}
