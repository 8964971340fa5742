import type { Service } from '../../project/service.ts'
import type { Looks } from '../../fleet/looks/port.ts'
import type { Clock } from '../../lib/clock.ts'
import { createImpersonations } from '../../project/impersonate.ts'
import { runBackfill } from './backfills/run-backfill.ts'
import { BACKFILL_JOB, recoverBackfills } from './backfills/start-backfill.ts'
import { bringBackRoutes, pastRoutes } from './looks/routes.ts'
import { overview } from './overview.ts'
import { createRuns } from './query/runs.ts'
import { transactionRoutes } from './query/transactions/routes.ts'
import { createTransactions } from './query/transactions/transactions.ts'
import { createTypeNames } from './query/type-names.ts'
import { memberRoutes } from './member-routes.ts'

export { PROTECTED_SCHEMAS, refuseProtectedSchema } from './protected-schemas.ts'

export type MetaDeps = {
  readonly clock: Clock
  /** The looks at earlier moments, which exist when the first request comes. */
  readonly looks: () => Looks
}

/**
 * The members' door to a project's database: catalogue, rows, table and column changes, SQL text.
 * Everything runs as the project's `postgres` role, except SQL text of members who can only read, and
 * rows and SQL text of members who impersonate another role.
 */
export function createMeta({ clock, looks }: MetaDeps): Service {
  const typeNames = createTypeNames()
  const transactions = createTransactions({ clock, typeNames })
  const runs = createRuns({ clock, typeNames, transactions })
  const { callerOf } = createImpersonations({ clock })
  return {
    name: 'meta',
    title: 'Database',
    database: {
      roles: ['postgres', 'supabase_read_only_user'],
      migrations: { owner: 'meta', folder: new URL('migrations/', import.meta.url) },
      // Dumps of other installations install it.
      standIn: {
        name: 'pg_stat_statements',
        version: '1.11',
        comment: 'Accepted in dumps; statistics of statements are not collected',
      },
      nativeExtension: {
        name: 'pg_stat_statements',
        oldest: [1, 10],
        library: {
          'pg_stat_statements.max': '1000',
          // Statements such as create role contain passwords.
          'pg_stat_statements.track_utility': 'off',
        },
        folder: new URL('native/', import.meta.url),
        moves: [],
      },
    },
    memberDoors: [
      {
        needs: 'database',
        routes: [
          ...memberRoutes({ runs, callerOf, typeNames, clock }),
          ...bringBackRoutes({ looks }),
        ],
      },
      {
        needs: 'records',
        routes: [...transactionRoutes(transactions), ...pastRoutes({ looks, runs })],
      },
    ],
    jobs: {
      [BACKFILL_JOB]: {
        needs: 'database',
        run: (project, job) => runBackfill({ clock }, project, job),
      },
    },
    overview,
    start: recoverBackfills,
    async stop(project) {
      await runs.stop(project)
      await transactions.stop(project)
    },
  }
}
