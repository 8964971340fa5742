import {
  generateTypes,
  listFunctions,
  listRelationships,
} from '@stoa/contract/operations/services/meta/types'
import type { TypeLanguage } from '@stoa/contract/services/meta/types'
import { skipToken } from '@tanstack/react-query'
import { useEndpointQuery } from '../../../client/endpoint-hooks.ts'
import { databaseKeys } from './tables.ts'

/** The functions of a schema that the Data API exposes. Disabled while there is no schema. */
export function useFunctions(ref: string, schema: string | undefined) {
  return useEndpointQuery(listFunctions, {
    input: schema === undefined ? skipToken : { params: { ref }, query: { schema } },
    queryKey: [...databaseKeys.all(ref), 'functions', schema],
  })
}

/** The relationships that can be embedded in a table's rows. Disabled while there is no id. */
export function useRelationships(ref: string, id: number | undefined) {
  return useEndpointQuery(listRelationships, {
    input: id === undefined ? skipToken : { params: { ref, id } },
    queryKey: [...databaseKeys.all(ref), 'relationships', id],
  })
}

/** The types of some schemas as source code, regenerated whenever the page is opened. */
export function useGeneratedTypes(
  ref: string,
  { language, schemas }: { language: TypeLanguage; schemas: readonly string[] },
) {
  const included_schemas = [...schemas]
  return useEndpointQuery(generateTypes, {
    input: { params: { ref, language }, query: { included_schemas } },
    queryKey: [...databaseKeys.all(ref), 'generated', language, included_schemas],
    enabled: schemas.length > 0,
    staleTime: 0,
  })
}
