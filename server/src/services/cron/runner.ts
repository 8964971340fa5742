import type { Clock } from '../../lib/clock.ts'
import type { Project } from '../../project/project.ts'
import { loadJobs, planWakeUp, runDueJobs } from './follow-jobs.ts'
import { requestRun } from './job-runs.ts'
import { STOPPED } from './run-command.ts'
import * as queries from './run-queries.ts'
import { complain, createRunningProject, ownerOf, type RunningProject } from './running-project.ts'

/** Runs the due jobs of awake projects. */
export type Runner = {
  /**
   * Reads the jobs and follows their changes. Jobs that became due a short time ago while the
   * project slept run now. Interrupted runs are marked as failed.
   */
  start(project: Project): Promise<void>
  /** Runs due jobs, and schedules the next wake-up. */
  wake(project: Project): Promise<void>
  /**
   * Runs a job now, or as soon as it is allowed to run again. False for a job that does not exist.
   */
  runNow(project: Project, id: string): Promise<boolean>
  /** Deletes old runs. */
  sweep(project: Project): Promise<void>
  /** Ends the runs in progress, and schedules the project's next wake-up. */
  stop(project: Project): Promise<void>
}

export function createRunner({ clock }: { readonly clock: Clock }): Runner {
  const projects = new WeakMap<Project, RunningProject>()

  return {
    async start(project) {
      const owner = ownerOf(project)
      const expected = await queries.claimJobs(owner, project.ref)
      await queries.failRuns(owner, { message: STOPPED, at: clock.now() })
      const subscription = project.database.listen(['stoa_cron'], () => {
        const running = projects.get(project)
        if (running) loadJobs(running).catch((error: unknown) => complain(running, error))
      })
      const running = createRunningProject({ project, clock, subscription, expected })
      projects.set(project, running)
      await subscription.settle()
      await loadJobs(running)
    },

    async wake(project) {
      const running = projects.get(project)
      if (!running) return
      // The durable job that schedules the next wake-up is this one, which ends now.
      running.planned = undefined
      runDueJobs(running)
      await running.planning
    },

    async runNow(project, id) {
      const running = projects.get(project)
      if (!running) return false
      await loadJobs(running)
      const job = running.jobs.get(id)
      if (job) requestRun(running, job)
      return job !== undefined
    },

    async sweep(project) {
      await queries.deleteOldRuns(ownerOf(project), clock.now())
    },

    async stop(project) {
      const running = projects.get(project)
      if (!running) return
      projects.delete(project)
      clearTimeout(running.timer)
      running.stopping.abort()
      await running.subscription.close()
      await Promise.all([...running.runs].map(({ ended }) => ended))
      // The notification about a job that was just scheduled may not have arrived yet.
      await loadJobs(running).catch((error: unknown) => complain(running, error))
      await planWakeUp(running, 0)
    },
  }
}
