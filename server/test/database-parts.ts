import type { MigrationOptions } from '../src/postgres/migrations.ts'

/** The variable in which the run's set-up hands the database parts to every test process. */
export const DATABASE_PARTS = 'STOA_TEST_DATABASE_PARTS'

/** What the services declare of their databases, in the order of the house. */
export type DatabaseParts = {
  readonly migrations: readonly MigrationOptions[]
  /** The roles that services sign in as, the superuser apart. */
  readonly roles: readonly string[]
}

type Sent = {
  readonly migrations: readonly { readonly owner: string; readonly folder: string }[]
  readonly roles: readonly string[]
}

/**
 * Read from the declarations once for a whole run: importing every service would cost each test file
 * more than its cluster does.
 */
export function databaseParts(): DatabaseParts {
  const { migrations, roles }: Sent = JSON.parse(process.env[DATABASE_PARTS] ?? '')
  return {
    migrations: migrations.map(({ owner, folder }) => ({ owner, folder: new URL(folder) })),
    roles,
  }
}
