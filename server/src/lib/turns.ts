/** Runs work that yields between its slices; other work gets a turn of the event loop at each. */
export type Turns = <T>(work: Generator<void, T>) => T | Promise<T>

/**
 * Shares the event loop between long computations. The first slice runs at once, so short work
 * returns its result directly. Of all further slices, only one runs per turn of the event loop,
 * however many computations wait, so that requests are served in between.
 */
export function createTurns(): Turns {
  const waiting: (() => void)[] = []

  function next(): void {
    waiting.shift()?.()
    if (waiting.length > 0) setImmediate(next)
  }

  const turn = () =>
    new Promise<void>((resolve) => {
      waiting.push(resolve)
      if (waiting.length === 1) setImmediate(next)
    })

  async function goOn<T>(work: Generator<void, T>): Promise<T> {
    for (;;) {
      await turn()
      const slice = work.next()
      if (slice.done) return slice.value
    }
  }

  return (work) => {
    const first = work.next()
    return first.done ? first.value : goOn(work)
  }
}

/** Runs all slices at once if no other work waits. */
export function runToEnd<T>(work: Generator<void, T>): T {
  for (;;) {
    const slice = work.next()
    if (slice.done) return slice.value
  }
}
