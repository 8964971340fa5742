import type { Clock } from '../../lib/clock.ts'
import type { Project } from '../../project/project.ts'

/** A migration has many statements, and their changes are checked together. */
const DELAY_MS = 10_000

/** Checks a project soon after its schema has changed. */
export type SchemaRuns = {
  changed(): void
  /** A queued check has begun, so the next change needs another. */
  began(): void
}

export function createSchemaRuns({
  project,
  clock,
}: {
  readonly project: Project
  readonly clock: Clock
}): SchemaRuns {
  let isQueued = false
  return {
    changed() {
      if (isQueued) return
      isQueued = true
      const runAt = new Date(clock.now().getTime() + DELAY_MS)
      project
        .addJob('advisors', 'run', {}, { key: 'schema', runAt, maxAttempts: 2 })
        .catch((error: unknown) => {
          isQueued = false
          project.log('advisors').warn({ error: String(error) }, 'Could not queue a check.')
        })
    },
    began: () => void (isQueued = false),
  }
}
