import type { Clock } from '../../lib/clock.ts'
import type { Service } from '../../project/service.ts'
import { memberRoutes } from './member-routes.ts'
import { createRunner } from './runner.ts'
import { NAME, ROLE, WAKE_JOB } from './running-project.ts'

/** Scheduled jobs in SQL: schema `cron` in the project's database, and its members' door. */
export function createCron({ clock }: { readonly clock: Clock }): Service {
  const runner = createRunner({ clock })
  return {
    name: NAME,
    title: 'Cron',
    database: {
      roles: [ROLE, 'postgres'],
      definitions: ['cron.job', 'cron.stoa_overlap', 'cron.stoa_project'],
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
    memberDoors: [{ needs: 'database', routes: memberRoutes({ clock, runner }) }],
    jobs: {
      [WAKE_JOB]: { needs: 'database', run: runner.wake },
      sweep: { needs: 'database', run: runner.sweep },
    },
    schedules: [{ job: 'sweep', cron: '20 * * * *', wakes: false }],
    logSource: 'pg_cron_logs',
    start: runner.start,
    stop: runner.stop,
  }
}
