import { FileRun } from '@stoa/contract/services/wrappers/files'
import { nextRun, parseSchedule } from '@stoa/contract/services/cron/schedule'
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { perProject } from '../../../project/per-project.ts'
import type { Clock } from '../../../lib/clock.ts'
import { createFairQueue } from '../../../lib/fair-queue.ts'
import type { Project } from '../../../project/project.ts'
import type { JobRun } from '../../../project/service.ts'
import type { Identity } from '../identity.ts'
import { recordsOf } from '../sessions.ts'
import { tooManyRuns } from './errors.ts'
import type { GetFile } from './get-file.ts'
import { MAX_INTERRUPTIONS, MAX_WAITING_RUNS, PARALLEL_RUNS, RETRY_MS } from './limits.ts'
import { readFiles, readRuns, requireFile, type StoredFile } from './queries.ts'
import { belongsTo, INTERRUPTED, logFailedRun, runFile, type RunDeps } from './run-file.ts'
import { failAllRuns, failOldRun, insertRun, saveNextRun } from './run-queries.ts'

export const REFRESH_JOB = 'refresh'

/** Loads files into their tables, on demand and on schedule. */
export type Refresher = {
  /**
   * Ends runs that an earlier server process left, and makes sure that each schedule has its durable job.
   */
  start(project: Project): Promise<void>
  /** The durable job of a schedule. */
  due(project: Project, job: JobRun): Promise<void>
  /** Starts a run, or resolves to the current one. */
  begin(project: Project, id: string, options: RunOptions): Promise<FileRun>
  /** Schedules the next run of a source whose schedule has changed. */
  plan(project: Project, id: string, schedule: string | null): Promise<void>
  /** Ends the run of a source, and waits until it has ended. */
  cancel(project: Project, id: string): Promise<void>
  stop(project: Project): Promise<void>
}

type RunOptions = {
  readonly trigger: FileRun['trigger']
  readonly force?: boolean
  /** The author of the migration, if the run creates the table. */
  readonly author?: string | null
}

type CurrentRun = { readonly stopping: AbortController; readonly ended: Promise<void> }

/** The state that the steps share, with the current run of each source. */
type Runs = RunDeps & { readonly current: (project: Project) => Map<string, CurrentRun> }

export function createRefresher(deps: {
  readonly identity: Identity
  readonly clock: Clock
  readonly getFile: GetFile
}): Refresher {
  const runs: Runs = {
    ...deps,
    current: perProject(() => new Map<string, CurrentRun>()),
    queue: createFairQueue({
      places: PARALLEL_RUNS,
      maxWaiting: MAX_WAITING_RUNS,
      refuse: tooManyRuns,
    }),
  }
  return {
    begin: (project, id, options) => beginRun(runs, project, { ...options, id }),
    plan: (project, id, schedule) => planRun(runs, project, { id, schedule }),
    async start(project) {
      await removeCopies(project)
      await failAllRuns(project, runs.clock.now(), INTERRUPTED)
      for (const record of await readFiles(recordsOf(project)))
        if (belongsTo(runs.identity, project, record)) await restoreJob(runs, project, record)
    },
    async due(project, { payload }) {
      const records = await readFiles(recordsOf(project))
      const record = records.find(({ id }) => id === payload['id'])
      if (!record || !belongsTo(runs.identity, project, record)) return
      // The run comes first: a start schedules missing jobs, but does not know about a run that
      // never began.
      await beginRun(runs, project, { id: record.id, trigger: 'schedule' })
      await planRun(runs, project, record)
    },
    async cancel(project, id) {
      const running = runs.current(project).get(id)
      running?.stopping.abort()
      await running?.ended
    },
    async stop(project) {
      const all = [...runs.current(project).values()]
      for (const { stopping } of all) stopping.abort()
      await Promise.all(all.map(({ ended }) => ended))
    },
  }
}

async function beginRun(
  runs: Runs,
  project: Project,
  { id, trigger, force = false, author = null }: RunOptions & { readonly id: string },
): Promise<FileRun> {
  await requireFile(recordsOf(project), id)
  const current = runs.current(project)
  if (!current.has(id)) await endForgotten(runs, project, id)
  const begun = await insertRun(project, id, { trigger, now: runs.clock.now() })
  const [newest] = await readRuns(recordsOf(project), id)
  if (!begun) return FileRun.parse(newest)
  const stopping = new AbortController()
  const release = project.holdAwake()
  const { signal } = stopping
  const ended = runFile(runs, project, { sourceId: id, runId: begun.id, force, author, signal })
    .catch((error: unknown) => logFailedRun(project, error))
    .finally(() => {
      current.delete(id)
      release()
    })
  current.set(id, { stopping, ended })
  return FileRun.parse(newest)
}

/**
 * Ends a run that has no worker, because its database was gone when its end was to be recorded. A
 * run that another request has just started is left alone.
 */
function endForgotten({ clock }: Runs, project: Project, id: string): Promise<void> {
  const now = clock.now()
  const before = new Date(now.getTime() - RETRY_MS)
  return failOldRun(project, id, { before, now, error: INTERRUPTED })
}

/** Deletes the copies of files that an earlier server was loading. */
async function removeCopies(project: Project): Promise<void> {
  const folder = project.folder('wrappers')
  for (const name of await readdir(folder).catch(() => []))
    await rm(path.join(folder, name), { force: true })
}

/** Adds the durable job of a source again after a start. */
async function restoreJob(runs: Runs, project: Project, record: StoredFile): Promise<void> {
  const interruptions = countInterruptions(await readRuns(recordsOf(project), record.id))
  if (interruptions > 0 && interruptions < MAX_INTERRUPTIONS)
    await addJob(project, record.id, new Date(runs.clock.now().getTime() + RETRY_MS))
  else if (record.next_run_at !== null)
    await addJob(project, record.id, new Date(record.next_run_at))
  // The server stopped after the schedule changed and before its job was added.
  else if (record.schedule !== null) await planRun(runs, project, record)
}

/** How many of the newest runs in a row were interrupted. */
function countInterruptions(newestFirst: readonly FileRun[]): number {
  const others = newestFirst.findIndex(({ error }) => error?.code !== INTERRUPTED.code)
  return others === -1 ? newestFirst.length : others
}

async function planRun(
  { clock }: Runs,
  project: Project,
  { id, schedule }: Pick<StoredFile, 'id' | 'schedule'>,
): Promise<void> {
  const parsed = schedule === null ? undefined : parseSchedule(schedule)
  const next = parsed && nextRun(parsed, clock.now())
  if (next) return addJob(project, id, next)
  await saveNextRun(project, id, null)
}

async function addJob(project: Project, id: string, runAt: Date): Promise<void> {
  await saveNextRun(project, id, runAt)
  await project.addJob('wrappers', REFRESH_JOB, { id }, { key: id, runAt })
}
