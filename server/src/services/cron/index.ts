import * as contract from '@stoa/contract/services/cron/jobs'
import type { Clock } from '../../lib/clock.ts'
import { route } from '../../lib/http.ts'
import type { Service } from '../../project/service.ts'
import { changedFields } from '../../project/unchanged.ts'
import { createJob, deleteJob, getJob, listJobs, listRuns, notFound, updateJob } from './jobs.ts'
import { createRunner, NAME, ROLE, WAKE_JOB } from './runner.ts'

/** Scheduled jobs in SQL: schema `cron` in the project's database, and its members' door. */
export function createCron({ clock }: { readonly clock: Clock }): Service {
  const runner = createRunner({ clock })
  const routes = [
    route(contract.listCronJobs).to(({ query, request }) =>
      listJobs(request.project, query.search ?? '', clock.now()),
    ),
    route(contract.createCronJob).to(async ({ body, request }) => {
      const created = await createJob(request.project, body)
      const metadata = { schedule: body.schedule }
      await request.recordAudit({ action: 'cron_job.create', target: body.name, metadata })
      return created
    }),
    route(contract.getCronJob).to(({ params, request }) =>
      getJob(request.project, params.job_id, clock.now()),
    ),
    route(contract.updateCronJob).to(async ({ params, body, request }) => {
      await updateJob(request.project, params.job_id, body)
      await request.recordAudit({
        action: 'cron_job.update',
        target: params.job_id,
        metadata: { changed: changedFields(body) },
      })
      return {}
    }),
    route(contract.deleteCronJob).to(async ({ params, request }) => {
      await deleteJob(request.project, params.job_id)
      await request.recordAudit({ action: 'cron_job.delete', target: params.job_id })
      return {}
    }),
    route(contract.runCronJob).to(async ({ params, request }) => {
      if (!(await runner.runNow(request.project, params.job_id))) throw notFound()
      await request.recordAudit({ action: 'cron_job.run', target: params.job_id })
      return {}
    }),
    route(contract.listCronRuns).to(({ params, query, request }) =>
      listRuns(request.project, params.job_id, query),
    ),
  ]
  return {
    name: NAME,
    title: 'Cron',
    database: {
      roles: [ROLE, 'postgres'],
      migrations: {
        owner: NAME,
        folder: new URL('migrations/', import.meta.url),
        role: ROLE,
        bySuperuser: ['0001-cron.sql'],
      },
      standIn: {
        name: 'pg_cron',
        version: '1.6',
        schema: 'pg_catalog',
        comment: 'Provided by the server in the schema cron',
      },
      nativeExtension: {
        name: 'pg_cron',
        // Older launchers cannot be turned off, and would run each job a second time.
        oldest: [1, 6],
        // The server runs the jobs, because a cluster that sleeps cannot wake itself.
        library: {
          'cron.launch_active_jobs': 'off',
          'cron.log_run': 'off',
          'cron.enable_superuser_jobs': 'off',
        },
        folder: new URL('native/', import.meta.url),
        moves: [
          'cron.job',
          'cron.job_jobid_seq',
          'cron.job_run_details',
          'cron.job_run_details_runid_seq',
          'cron.stoa_overlap',
        ],
        replaces: ['cron.job', 'cron.job_run_details'],
      },
    },
    permissions: {
      'cron:read': ['owner', 'administrator', 'developer', 'read_only'],
      'cron:write': ['owner', 'administrator', 'developer'],
    },
    memberDoors: [
      {
        needs: 'database',
        routes(app) {
          for (const add of routes) add(app)
        },
      },
    ],
    jobs: {
      [WAKE_JOB]: { needs: 'database', run: runner.wake },
      sweep: { needs: 'database', run: runner.sweep },
    },
    schedules: [{ job: 'sweep', cron: '20 * * * *', wakes: false }],
    start: runner.start,
    stop: runner.stop,
  }
}
