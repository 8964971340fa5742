import { storableText } from '../../lib/storable-text.ts'
import type { Job } from './due-jobs.ts'
import { runCommand } from './run-command.ts'
import * as queries from './run-queries.ts'
import { complain, ownerOf, type JobRun, type RunningProject } from './running-project.ts'

/** Jobs of one project that run at the same time, each in a session of its own. */
const PARALLEL = 8
/** Maximum concurrent runs of a job that may overlap, so that the other jobs can start. */
const PARALLEL_OF_JOB = 4

/** Runs a job as soon as it and the project are allowed to run another one. */
export function requestRun(running: RunningProject, { id }: Job): void {
  running.waiting.add(id)
  runWaiting(running)
}

/** The number of runs of a job that are in progress. */
export const countRuns = ({ runs }: RunningProject, id: string): number =>
  [...runs].filter((run) => run.id === id).length

function runWaiting(running: RunningProject): void {
  for (const id of running.waiting) {
    if (running.stopping.signal.aborted || running.runs.size >= PARALLEL) return
    const job = running.jobs.get(id)
    // It waits until a current run has ended.
    if (countRuns(running, id) >= (job?.overlap === 'allow' ? PARALLEL_OF_JOB : 1)) continue
    running.waiting.delete(id)
    if (job) start(running, job)
  }
}

function start(running: RunningProject, job: Job): void {
  const release = running.project.holdAwake()
  const current: JobRun = {
    id: job.id,
    ended: run(running, job)
      .catch((error: unknown) => complain(running, error))
      .finally(() => {
        release()
        running.runs.delete(current)
        runWaiting(running)
      }),
  }
  running.runs.add(current)
}

async function run(
  { project, clock, stopping }: RunningProject,
  { id, command }: Job,
): Promise<void> {
  const owner = ownerOf(project)
  const runId = await queries.addRun(owner, { id, command, at: clock.now() })
  // pg_cron itself deletes a job without a notification.
  if (runId === undefined) return
  const { isSuccess, message } = await runCommand(project, command, {
    signal: stopping.signal,
    started: (pid) => queries.noteProcess(owner, runId, pid),
  })
  await queries.endRun(owner, runId, {
    status: isSuccess ? 'succeeded' : 'failed',
    message: storableText(message),
    at: clock.now(),
  })
}
