import type { Log } from '../lib/log.ts'

export type Housekeeping = {
  /**
   * Runs every chore at once and then each minute. Resolves after the first round; never rejects.
   */
  start(): Promise<void>
  /** Resolves when no chore is running. */
  stop(): Promise<void>
}

const EVERY_MS = 60_000

/** Scheduled chores. Each can run late, twice, or after a crash. */
export function createHousekeeping(
  chores: Readonly<Record<string, () => Promise<void>>>,
  log: Log,
): Housekeeping {
  let timer: NodeJS.Timeout | undefined
  let round = Promise.resolve()

  async function runAll(): Promise<void> {
    for (const [name, chore] of Object.entries(chores))
      await chore().catch((error: unknown) =>
        log.warn({ err: String(error), chore: name }, 'A maintenance task of the platform failed.'),
      )
  }

  return {
    start() {
      clearInterval(timer)
      round = round.then(runAll)
      timer = setInterval(() => (round = round.then(runAll)), EVERY_MS)
      timer.unref()
      return round
    },
    async stop() {
      clearInterval(timer)
      await round
    },
  }
}
