import { listDrift, recordDrift } from '@stoa/contract/operations/services/meta/drift'
import type { BodyOf } from '@stoa/contract/endpoint'
import { useEndpointMutation, useEndpointQuery } from '../../../client/endpoint-hooks.ts'
import { databaseKeys } from './tables.ts'

/** The differences between the history and the database. */
export function useDrift(ref: string) {
  return useEndpointQuery(listDrift, {
    input: { params: { ref } },
    queryKey: [...databaseKeys.all(ref), 'drift'],
    retry: false,
  })
}

/** Records a difference as a migration, without running anything. */
export function useRecordDrift(ref: string) {
  return useEndpointMutation(recordDrift, {
    input: (body: BodyOf<typeof recordDrift>) => ({ params: { ref }, body }),
    invalidates: databaseKeys.all(ref),
  })
}
