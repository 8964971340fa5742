import type { Policy } from '@stoa/contract/services/meta/catalogue'
import { getTable, listTables } from '@stoa/contract/operations/services/meta/catalogue'
import { listTablePolicies } from '@stoa/contract/operations/services/meta/objects'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Call } from '../../../client/api.ts'
import { ApiError } from '../../../client/api-error.ts'
import { useCall } from '../../../client/client-context.ts'
import { databaseKeys } from './tables.ts'

/** The tables of file storage that have policies. */
export function storageTablesQuery(call: Call, ref: string) {
  return queryOptions({
    queryKey: [...databaseKeys.all(ref), 'storage-tables'],
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

/** Reads nothing while disabled. */
export const useStorageTables = (ref: string, { enabled = true } = {}) =>
  useQuery({ ...storageTablesQuery(useCall(), ref), enabled })

/** The table of messages, whose policies decide who can use private channels. */
export function messagesTableQuery(call: Call, ref: string) {
  return queryOptions({
    queryKey: [...databaseKeys.all(ref), 'messages-table'],
    queryFn: async ({ signal }) => {
      const tables = await call(listTables, {
        params: { ref },
        query: { schema: 'realtime' },
        signal,
      })
      const id = tables.find(({ name }) => name === 'messages')?.id
      if (id === undefined)
        throw new ApiError('The table realtime.messages does not exist.', { code: 404 })
      return call(getTable, { params: { ref, id }, signal })
    },
  })
}

export const useMessagesTable = (ref: string) => useQuery(messagesTableQuery(useCall(), ref))

/** Reads a policy, bypassing the cache. Undefined if it was dropped or renamed. */
export function useReadPolicy(ref: string) {
  const call = useCall()
  return async (
    table: { schema: string; name: string },
    name: string,
  ): Promise<Policy | undefined> => {
    const query = { schema: table.schema, search: table.name, limit: 100, offset: 0 }
    const { items } = await call(listTablePolicies, { params: { ref }, query })
    return items
      .find((listed) => listed.name === table.name)
      ?.policies.find((policy) => policy.name === name)
  }
}
