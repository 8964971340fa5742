/** A value that is replaced as a whole. Read it each time instead of keeping a copy. */
export type Latest<Value> = { readonly value: Value }

/** The newest value of each running project that this process has read or written. */
export type LatestValues<Value> = {
  /** Keeps every update of the project from now on, until `forget`. */
  follow(ref: string): void
  /** Replaces an older version. Returns the newest one, which later updates replace in place. */
  update(ref: string, version: number, value: Value): Latest<Value>
  /** Keeps no further updates. Existing references keep the last value. */
  forget(ref: string): void
}

/** Reads and changes can finish out of order, so an older version never replaces a newer one. */
export function createLatestValues<Value>(): LatestValues<Value> {
  const followed = new Set<string>()
  const known = new Map<string, { version: number; value: Value }>()
  return {
    follow: (ref) => void followed.add(ref),
    update(ref, version, value) {
      const found = known.get(ref)
      if (found === undefined) {
        const first = { version, value }
        if (followed.has(ref)) known.set(ref, first)
        return first
      }
      if (version > found.version) Object.assign(found, { version, value })
      return found
    },
    forget(ref) {
      followed.delete(ref)
      known.delete(ref)
    },
  }
}
