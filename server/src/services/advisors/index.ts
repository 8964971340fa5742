import type { Clock } from '../../lib/clock.ts'
import type { AdvisorRecords } from '../../project/advisor-records.ts'
import { perProject } from '../../project/per-project.ts'
import { watchSchema } from '../../project/data-plane/schema-changes.ts'
import type { Service } from '../../project/service.ts'
import { createAdvisors } from './advisors.ts'
import { databaseRoutes, recordRoutes } from './member-routes.ts'
import { createSchemaRuns } from './schema-runs.ts'

export type AdvisorsServiceDeps = {
  readonly clock: Clock
  readonly advisorRecords: () => AdvisorRecords
  readonly protectedSchemas: readonly string[]
  /** Whether clients from other machines can connect to Postgres without encryption. */
  readonly hasUnencryptedDatabases?: () => boolean
  /** The public addresses of the installation, without trailing slashes. */
  readonly installationUrls?: () => { readonly dashboard: string }
}

/** Checks of every project's database and settings for faults of security and performance. */
export function createAdvisorsService({
  clock,
  advisorRecords,
  protectedSchemas,
  hasUnencryptedDatabases = () => false,
  installationUrls = () => ({ dashboard: '' }),
}: AdvisorsServiceDeps): Service {
  const advisors = createAdvisors({
    clock,
    records: advisorRecords,
    protectedSchemas,
    isUnencrypted: hasUnencryptedDatabases,
  })
  const routeDeps = {
    advisors,
    protectedSchemas,
    dashboardUrl: () => installationUrls().dashboard,
  }
  const runs = perProject((project) => createSchemaRuns({ project, clock }))
  const watches = perProject((project) =>
    watchSchema(project, () => runs(project).changed(), ['graphql_grants']),
  )
  return {
    name: 'advisors',
    title: 'Advisors',
    database: { roles: ['postgres'] },
    permissions: {
      'advisors:read': ['owner', 'administrator', 'developer', 'read_only'],
      'advisors:write': ['owner', 'administrator', 'developer'],
    },
    memberDoors: [
      { needs: 'records', routes: recordRoutes(routeDeps) },
      { needs: 'database', routes: databaseRoutes(routeDeps) },
    ],
    jobs: {
      run: {
        needs: 'database',
        async run(project) {
          runs.existing(project)?.began()
          await advisors.run(project)
        },
      },
    },
    // Settings of the database and its statistics change without a notification.
    schedules: [{ job: 'run', cron: '20 4 * * *', wakes: false }],
    start(project) {
      // Not awaited, because the project can serve requests before.
      watches(project)
        .settle()
        .catch(() => {})
    },
    stop: async (project) => {
      runs.drop(project)
      await watches.drop(project)?.close()
    },
  }
}
