import type { Import } from '@stoa/contract/services/imports/imports'
import { MAX_UNFINISHED_IMPORTS } from '@stoa/contract/services/imports/limits'
import type { Clock } from '../../lib/clock.ts'
import { createFairQueue, type FairQueue } from '../../lib/fair-queue.ts'
import { perProject } from '../../project/per-project.ts'
import type { Project } from '../../project/project.ts'
import { tooManyImports } from './errors.ts'
import { PARALLEL_IMPORTS } from './limits.ts'
import type { RefuseProtectedSchema } from './plan.ts'
import type { StoredImport } from './records.ts'

/** An import that has not ended. */
export type ImportJob = {
  stored: StoredImport
  readonly stopping: AbortController
  /** Set when a member cancels; a stop of the project interrupts. */
  isCancelled: boolean
  /** Whether its file is being received, or it runs. */
  isActive: boolean
  /** Since when it waits for its file, or for the rest of it, in milliseconds. */
  waitingSince: number
  /** Resolves when what it does now has ended. */
  ended: Promise<void>
}

/** The state that the verbs of imports share. */
export type ImportContext = {
  readonly clock: Clock
  readonly refuseProtectedSchema: RefuseProtectedSchema
  readonly queue: FairQueue
  /** The imports of a project that have not ended, by their ids. */
  jobsOf(project: Project): Map<string, ImportJob>
}

export function createImportContext(
  deps: Pick<ImportContext, 'clock' | 'refuseProtectedSchema'>,
): ImportContext {
  const queue = createFairQueue({
    places: PARALLEL_IMPORTS,
    maxWaiting: MAX_UNFINISHED_IMPORTS,
    refuse: tooManyImports,
  })
  return { ...deps, queue, jobsOf: perProject(() => new Map<string, ImportJob>()) }
}

export const toJob = (stored: StoredImport): ImportJob => ({
  stored,
  stopping: new AbortController(),
  isCancelled: false,
  isActive: false,
  waitingSince: Date.parse(stored.shown.created_at),
  ended: Promise.resolve(),
})

/** Changes what members see of an import, without storing it. */
export function show(job: ImportJob, change: Partial<Import>): void {
  job.stored = { ...job.stored, shown: { ...job.stored.shown, ...change } }
}
