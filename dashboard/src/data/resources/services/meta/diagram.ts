import { getDiagram, getSchemaDefinition } from '@stoa/contract/operations/services/meta/diagram'
import { useQuery } from '@tanstack/react-query'
import type { Call } from '../../../client/api.ts'
import { useCall } from '../../../client/client-context.ts'
import { endpointQuery } from '../../../client/endpoint-hooks.ts'
import { databaseKeys } from './tables.ts'

/** The tables of a schema and their relations. Reloaded with the lists of tables. */
export const diagramQuery = (call: Call, ref: string, schema: string) =>
  endpointQuery(call, getDiagram, {
    input: { params: { ref }, query: { schema } },
    queryKey: [...databaseKeys.tables(ref), 'all', 'diagram', schema],
    refetchOnWindowFocus: 'always',
  })

export const useDiagram = (ref: string, schema: string) =>
  useQuery(diagramQuery(useCall(), ref, schema))

/** Reads the statements that create a schema's tables, bypassing the cache. */
export function useReadSchemaDefinition(ref: string) {
  const call = useCall()
  return async (schema: string): Promise<string> =>
    (await call(getSchemaDefinition, { params: { ref }, query: { schema } })).sql
}
