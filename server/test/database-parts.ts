import type { Extensions } from '../src/postgres/engines/extensions.ts'
import type { MigrationOptions } from '../src/postgres/migrations.ts'

/** The environment variable that passes the database parts to every test process. */
export const DATABASE_PARTS = 'STOA_TEST_DATABASE_PARTS'

/** The services' database declarations, in the order of the services. */
export type DatabaseParts = {
  readonly migrations: readonly MigrationOptions[]
  /** The roles that services sign in as, without the superuser. */
  readonly roles: readonly string[]
  readonly extensions: Extensions
}

type Sent = Omit<DatabaseParts, 'migrations'> & {
  readonly migrations: readonly (Omit<MigrationOptions, 'folder'> & { readonly folder: string })[]
}

/**
 * The declarations are read once per test run, because importing every service would take each
 * test file longer than starting its cluster.
 */
export function databaseParts(): DatabaseParts {
  const { migrations, ...others }: Sent = JSON.parse(process.env[DATABASE_PARTS] ?? '')
  return {
    migrations: migrations.map((sent) => ({ ...sent, folder: new URL(sent.folder) })),
    ...others,
  }
}
