import { getTableFamily } from '@stoa/contract/operations/services/meta/partitions'
import { useEndpointQuery } from '../../../client/endpoint-hooks.ts'
import { databaseKeys } from './tables.ts'

/** The partitions and parents of a table. */
export const useTableFamily = (ref: string, id: number) =>
  useEndpointQuery(getTableFamily, {
    input: { params: { ref, id } },
    queryKey: [...databaseKeys.table(ref, id), 'family'],
    staleTime: 0,
  })
