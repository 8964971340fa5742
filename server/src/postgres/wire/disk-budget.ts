/** Limits how many bytes of temporary files exist at the same time. */
export type DiskBudget = {
  /** Takes the bytes until the returned function is called; undefined if they are not available. */
  take(bytes: number): (() => void) | undefined
}

/** @param whole limits several budgets together. */
export function createDiskBudget(maxBytes: number, whole?: DiskBudget): DiskBudget {
  let taken = 0
  return {
    take(bytes) {
      if (taken + bytes > maxBytes) return undefined
      const giveBack = whole ? whole.take(bytes) : () => {}
      if (!giveBack) return undefined
      taken += bytes
      let isGiven = false
      return () => {
        if (isGiven) return
        isGiven = true
        taken -= bytes
        giveBack()
      }
    },
  }
}
