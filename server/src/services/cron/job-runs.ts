import { storableText } from '../../lib/storable-text.ts'
import type { Project } from '../../project/project.ts'
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
  { id, name, command }: Job,
): Promise<void> {
  const begun = performance.now()
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
  noteRun(project, { id, name, command, runId, isSuccess, message, begun })
}

type EndedRun = Pick<Job, 'id' | 'name' | 'command'> & {
  readonly runId: string
  readonly isSuccess: boolean
  readonly message: string
  readonly begun: number
}

function noteRun(
  project: Pick<Project, 'writeLog'>,
  { id, name, command, runId, isSuccess, message, begun }: EndedRun,
): void {
  const status = isSuccess ? 'succeeded' : 'failed'
  const durationMs = Math.round(performance.now() - begun)
  project.writeLog('pg_cron_logs', {
    message: `Job ${name ?? id} ${status} in ${durationMs} ms: ${message}`,
    severity: isSuccess ? 'info' : 'error',
    columns: {
      job_id: id,
      job_name: name,
      run_id: Number(runId),
      command,
      status,
      return_message: message,
      database: 'postgres',
      user_name: 'postgres',
      duration_ms: durationMs,
    },
  })
}
