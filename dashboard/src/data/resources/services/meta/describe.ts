import { describeObject } from '@stoa/contract/operations/services/meta/describe'
import { useEndpointQuery } from '../../../client/endpoint-hooks.ts'
import { databaseKeys } from './tables.ts'

type WrittenName = { schema?: string | undefined; name: string }

/** The object that a name in SQL text means, as it is now. */
export function useDescription(ref: string, { schema, name }: WrittenName) {
  return useEndpointQuery(describeObject, {
    input: { params: { ref }, query: { name, ...(schema !== undefined && { schema }) } },
    queryKey: [...databaseKeys.all(ref), 'description', schema ?? null, name],
    refetchOnMount: 'always',
    retry: false,
  })
}
