import type { PageCache, RowTotal } from './page-cache.ts'
import type { Review } from './review.ts'

/** The cached rows, followed by those that are not inserted yet. */
export function withAdditions(cache: PageCache, review: Review): PageCache {
  let total: RowTotal | undefined
  const stored = () => cache.total()
  return {
    ...cache,
    row(index) {
      const count = stored()?.value
      const addition = count === undefined ? undefined : review.additions()[index - count]
      return addition?.shown ?? cache.row(index)
    },
    total() {
      const now = stored()
      const added = review.additions().length
      if (now === undefined || added === 0) return now
      const value = now.value + added
      if (total?.value !== value || total.is_exact !== now.is_exact) {
        total = { value, is_exact: now.is_exact }
      }
      return total
    },
    subscribe(listener) {
      const stops = [cache.subscribe(listener), review.subscribe(listener)]
      return () => stops.forEach((stop) => stop())
    },
  }
}
