/** How long the steps of one request took, as the `Server-Timing` header tells it in milliseconds. */
export type Timings = {
  /** Ends the step of this name, which began where the one before ended. */
  mark(step: 'parse' | 'plan' | 'transaction' | 'response'): void
  header(): string
}

/** @param callerMs what reading the caller's token took, before the request came here. */
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
