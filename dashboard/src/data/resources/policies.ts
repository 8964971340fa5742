import { getTable, listTables } from '@stoa/contract/services/meta/catalogue'
import { runQuery } from '@stoa/contract/services/meta/query'
import { useQuery } from '@tanstack/react-query'
import { randomId } from '../../lib/random-id.ts'
import { ApiError } from '../client/api-error.ts'
import { useCall } from '../client/client-context.ts'
import { useEndpointMutation } from '../client/endpoint-hooks.ts'
import { databaseKeys } from './tables.ts'

const TIMEOUT_MS = 60_000

/** Runs statements that change policies, all or none of them. */
export function useRunPolicySql(ref: string) {
  return useEndpointMutation(runQuery, {
    input: (sql: string) => ({
      params: { ref },
      body: { run_id: randomId(), sql, row_limit: 1, timeout_ms: TIMEOUT_MS },
    }),
    invalidates: databaseKeys.all(ref),
  })
}

/** The tables of file storage that have policies. Reads nothing while it is disabled. */
export function useStorageTables(ref: string, { enabled = true } = {}) {
  const call = useCall()
  return useQuery({
    queryKey: [...databaseKeys.all(ref), 'storage-tables'],
    enabled,
    queryFn: async ({ signal }) => {
      const tables = await call(listTables, {
        params: { ref },
        query: { schema: 'storage' },
        signal,
      })
      const read = (wanted: string) => {
        const id = tables.find(({ name }) => name === wanted)?.id
        if (id === undefined)
          throw new ApiError(`The table storage.${wanted} does not exist.`, { code: 404 })
        return call(getTable, { params: { ref, id }, signal })
      }
      const [objects, buckets] = await Promise.all([read('objects'), read('buckets')])
      return { objects, buckets }
    },
  })
}
