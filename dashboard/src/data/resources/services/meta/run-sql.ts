import { runQuery } from '@stoa/contract/operations/services/meta/query'
import type { Replaced } from '@stoa/contract/services/meta/query'
import { randomId } from '../../../../lib/random-id.ts'
import { useEndpointMutation } from '../../../client/endpoint-hooks.ts'
import { databaseKeys } from './tables.ts'

/** Long enough to build an index or to vacuum a large table. */
const TIMEOUT_MS = 600_000

/**
 * Runs a person's statement that creates an object, or replaces one that must still be as it was
 * read, and records it as a migration.
 */
export function useSaveDefinition(ref: string) {
  return useEndpointMutation(runQuery, {
    input: ({ input: sql, replaces }: { input: string; replaces: Replaced | undefined }) => ({
      params: { ref },
      body: {
        run_id: randomId(),
        sql,
        row_limit: 1,
        timeout_ms: TIMEOUT_MS,
        is_migration: true,
        ...(replaces && { replaces }),
      },
    }),
    invalidates: databaseKeys.all(ref),
  })
}
