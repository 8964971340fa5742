/** The durations of a request's steps for the `Server-Timing` header, in milliseconds. */
export type Timings = {
  /** Ends the named step, which began when the previous one ended. */
  mark(step: 'parse' | 'plan' | 'transaction' | 'response'): void
  header(): string
}

/** @param callerMs how long reading the caller's token took before the request arrived here. */
export function startTimings(callerMs: number): Timings {
  const steps = [`jwt;dur=${callerMs.toFixed(1)}`]
  let last = performance.now()
  return {
    mark(step) {
      const now = performance.now()
      steps.push(`${step};dur=${(now - last).toFixed(1)}`)
      last = now
    },
    header: () => steps.join(', '),
  }
}
