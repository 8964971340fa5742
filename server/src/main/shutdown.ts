import { describeError } from '../lib/describe-error.ts'
import { withDeadline } from '../lib/deadline.ts'
import { AppError } from '../lib/errors.ts'
import type { Log } from '../lib/log.ts'

/**
 * The parts of an installation in the order in which they stop, and how long each may take. Together
 * they take less than ten seconds, unless a disk or a service does not respond. The doors are closed
 * late, so that clients learn why they are refused.
 */
const DEADLINES_MS = {
  requests: 10_000,
  'background work': 10_000,
  projects: 60_000,
  services: 10_000,
  'control plane': 30_000,
  doors: 5_000,
  watchdog: 5_000,
  fence: 10_000,
  log: 5_000,
  lock: 5_000,
}

export type Part = keyof typeof DEADLINES_MS

export type Shutdown = {
  /** Adds a step. Steps of one part run in parallel; `hasFailed` is true after a failure. */
  add(part: Part, step: (state: { readonly hasFailed: boolean }) => unknown): void
  /**
   * Runs every step, part by part, even after one has failed or timed out. Rejects at the end with
   * `stop_incomplete` if any did. A second call waits for the first.
   */
  run(): Promise<void>
}

export function createShutdown(options: {
  readonly log: Log
  readonly deadlinesMs?: Partial<Record<Part, number>>
}): Shutdown {
  const { log } = options
  const deadlines = { ...DEADLINES_MS, ...options.deadlinesMs }
  const steps: { part: Part; step: Parameters<Shutdown['add']>[1] }[] = []
  const failures: { part: Part; error: unknown }[] = []
  let running: Promise<void> | undefined

  async function runAll(): Promise<void> {
    for (const part of Object.keys(deadlines) as Part[]) {
      const hasFailed = failures.length > 0
      const begun = performance.now()
      const ofPart = steps.filter((added) => added.part === part)
      await Promise.all(
        ofPart.map(({ step }) =>
          withDeadline(deadlines[part], async () => step({ hasFailed })).catch((error: unknown) => {
            failures.push({ part, error })
            log.error({ part, err: describeError(error) }, 'Part of the installation did not stop.')
          }),
        ),
      )
      log.debug(
        { part, ms: Math.round(performance.now() - begun) },
        'Part of the installation stopped.',
      )
    }
    const [first] = failures
    if (first === undefined) return
    const parts = [...new Set(failures.map(({ part }) => part))].join(', ')
    throw new AppError('stop_incomplete', `These parts did not stop in order: ${parts}.`, {
      status: 500,
      hint: 'The next start cleans up. The reasons are in the server log.',
      cause: first.error,
    })
  }

  return {
    add: (part, step) => void steps.push({ part, step }),
    run: () => (running ??= runAll()),
  }
}
