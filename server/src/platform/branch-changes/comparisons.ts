import { comparisonBusy } from './errors.ts'

/** Comparisons that wait for another one. */
const MAX_WAITING = 8

export type Comparisons = {
  /** Runs comparisons one at a time. Throws 503 `comparison_busy` if too many wait. */
  run<T>(work: () => Promise<T>): Promise<T>
}

/** Each comparison can take hundreds of megabytes, so the whole installation runs one at a time. */
export function createComparisons(): Comparisons {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return {
    async run(work) {
      if (waiting >= MAX_WAITING) throw comparisonBusy()
      waiting += 1
      const mine = last.then(work, work)
      last = mine.catch(() => undefined)
      try {
        return await mine
      } finally {
        waiting -= 1
      }
    },
  }
}
