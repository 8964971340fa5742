/** Runs work that yields between its slices, and counts them. */
export function finish<T>(work: Generator<void, T>): {
  readonly value: T
  readonly slices: number
} {
  for (let slices = 1; ; slices += 1) {
    const slice = work.next()
    if (slice.done) return { value: slice.value, slices }
  }
}
