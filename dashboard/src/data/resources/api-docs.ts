import {
  generateTypes,
  listFunctions,
  listRelationships,
  type TypeLanguage,
} from '@stoa/contract/services/meta/types'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useCall } from '../client/client-context.ts'
import { databaseKeys } from './tables.ts'

/** The functions of a schema that the Data API exposes. Disabled while there is no schema. */
export function useFunctions(ref: string, schema: string | undefined) {
  const call = useCall()
  return useQuery({
    queryKey: [...databaseKeys.all(ref), 'functions', schema],
    queryFn:
      schema === undefined
        ? skipToken
        : ({ signal }) => call(listFunctions, { params: { ref }, query: { schema }, signal }),
  })
}

/** The relationships that can be embedded in a table's rows. Disabled while there is no id. */
export function useRelationships(ref: string, id: number | undefined) {
  const call = useCall()
  return useQuery({
    queryKey: [...databaseKeys.all(ref), 'relationships', id],
    queryFn:
      id === undefined
        ? skipToken
        : ({ signal }) => call(listRelationships, { params: { ref, id }, signal }),
  })
}

/** The types of some schemas as source code, regenerated whenever the page is opened. */
export function useGeneratedTypes(
  ref: string,
  { language, schemas }: { language: TypeLanguage; schemas: readonly string[] },
) {
  const call = useCall()
  const included_schemas = [...schemas]
  return useQuery({
    queryKey: [...databaseKeys.all(ref), 'generated', language, included_schemas],
    queryFn: ({ signal }) =>
      call(generateTypes, { params: { ref, language }, query: { included_schemas }, signal }),
    enabled: schemas.length > 0,
    staleTime: 0,
  })
}
