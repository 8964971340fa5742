import { runQuery, type Replaced } from '@stoa/contract/services/meta/query'
import { randomId } from '../../../lib/random-id.ts'
import { useEndpointMutation } from '../../client/endpoint-hooks.ts'
import { databaseKeys } from './tables.ts'

/** Long enough to build an index or to vacuum a large table. */
const TIMEOUT_MS = 600_000

/**
 * Runs statements that change the catalog, all or none of them, with the rights of the SQL editor,
 * and records them as a migration. All cached catalog data is reloaded after a success.
 */
export function useRunSql(ref: string, { isMigration = true }: { isMigration?: boolean } = {}) {
  return useEndpointMutation(runQuery, {
    input: (sql: string) => ({
      params: { ref },
      body: {
        run_id: randomId(),
        sql,
        row_limit: 1,
        timeout_ms: TIMEOUT_MS,
        is_migration: isMigration,
      },
    }),
    invalidates: databaseKeys.all(ref),
  })
}

/**
 * Runs a statement that creates an object, or replaces one that must not have changed since it was
 * read.
 */
export function useSaveDefinition(
  ref: string,
  { isMigration = true }: { isMigration?: boolean } = {},
) {
  return useEndpointMutation(runQuery, {
    input: ({ input: sql, replaces }: { input: string; replaces: Replaced | undefined }) => ({
      params: { ref },
      body: {
        run_id: randomId(),
        sql,
        row_limit: 1,
        timeout_ms: TIMEOUT_MS,
        is_migration: isMigration,
        ...(replaces && { replaces }),
      },
    }),
    invalidates: databaseKeys.all(ref),
  })
}
