import type { Clock } from '../../lib/clock.ts'

type Entry<T> = { readonly value: T; readonly until: number }

const MAX_ENTRIES = 10_000

/**
 * Caches values for `lifetimeMs` or until `forget` is called. A value that is being fetched during
 * that call is returned to its callers but not cached.
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
