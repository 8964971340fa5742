import type { Operation } from '@stoa/contract/endpoint'
import {
  adviseIndexes,
  listSlowStatements,
} from '@stoa/contract/operations/services/meta/index-advice'
import { listExtensions } from '@stoa/contract/operations/services/meta/extensions'
import type { DatabaseView, ObjectKind } from '@stoa/contract/services/meta/objects'
import {
  getFunction,
  listCustomTypes,
  listDependents,
  listEnumTypes,
  listEventTriggers,
  listFunctions,
  listIndexes,
  listPublications,
  listSchemaObjects,
  listSequences,
  listTablePolicies,
  listTriggers,
  listViews,
} from '@stoa/contract/operations/services/meta/objects'
import { listTableObjects } from '@stoa/contract/operations/services/meta/objects'
import { listParameters } from '@stoa/contract/operations/services/meta/parameters'
import { skipToken, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Call } from '../../../client/api.ts'
import { hasErrorCode } from '../../../client/api-error.ts'
import { useCall } from '../../../client/client-context.ts'
import {
  endpointQuery,
  useEndpointMutation,
  useEndpointQuery,
} from '../../../client/endpoint-hooks.ts'
import { readAgain } from '../../../client/freshness.ts'
import { PAGE_SIZE, pagesQuery, type Page } from './pages.ts'
import { databaseKeys, namesQuery } from './tables.ts'

const objectKeys = {
  list: (ref: string, kind: string, wanted: object) =>
    [...databaseKeys.all(ref), 'objects', kind, wanted] as const,
  one: (ref: string, kind: string, id: number | null) =>
    [...databaseKeys.all(ref), 'object', kind, id] as const,
}

export type ListFilter = { schema: string; search: string }
type AnyFilter = { schema?: string; search: string; partitions_of?: string }

type ListQuery = {
  schema?: string | undefined
  search?: string | undefined
  partitions_of?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}

/** The objects of one kind that match the filter. */
function objectsQuery<Item>(
  call: Call,
  endpoint: Operation<{ ref: string }, ListQuery, undefined, Page<Item>>,
  { ref, kind, filter }: { ref: string; kind: string; filter: AnyFilter },
) {
  const { search, ...exact } = filter
  return pagesQuery({
    queryKey: objectKeys.list(ref, kind, filter),
    read: (page, signal) =>
      call(endpoint, {
        params: { ref },
        query: {
          ...exact,
          ...(search !== '' && { search }),
          ...page,
        },
        signal,
      }),
    ...readAgain,
  })
}

export const functionsQuery = (call: Call, ref: string, filter: ListFilter) =>
  objectsQuery(call, listFunctions, { ref, kind: 'functions', filter })
export const useFunctions = (ref: string, filter: ListFilter) =>
  useInfiniteQuery(functionsQuery(useCall(), ref, filter))

export const triggersQuery = (call: Call, ref: string, filter: ListFilter) =>
  objectsQuery(call, listTriggers, { ref, kind: 'triggers', filter })
export const useTriggers = (ref: string, filter: ListFilter) =>
  useInfiniteQuery(triggersQuery(useCall(), ref, filter))

export const enumTypesQuery = (call: Call, ref: string, filter: ListFilter) =>
  objectsQuery(call, listEnumTypes, { ref, kind: 'types', filter })
export const useEnumTypes = (ref: string, filter: ListFilter) =>
  useInfiniteQuery(enumTypesQuery(useCall(), ref, filter))

export const customTypesQuery = (call: Call, ref: string, filter: ListFilter) =>
  objectsQuery(call, listCustomTypes, { ref, kind: 'custom-types', filter })
export const useCustomTypes = (ref: string, filter: ListFilter) =>
  useInfiniteQuery(customTypesQuery(useCall(), ref, filter))

export const indexesQuery = (call: Call, ref: string, filter: ListFilter) =>
  objectsQuery(call, listIndexes, { ref, kind: 'indexes', filter })
export const useIndexes = (ref: string, filter: ListFilter) =>
  useInfiniteQuery(indexesQuery(useCall(), ref, filter))

export const tablePoliciesQuery = (call: Call, ref: string, filter: ListFilter) =>
  objectsQuery(call, listTablePolicies, { ref, kind: 'policies', filter })
export const useTablePolicies = (ref: string, filter: ListFilter) =>
  useInfiniteQuery(tablePoliciesQuery(useCall(), ref, filter))

/** The tables of a schema, or the partitions of one of them. */
export const tableObjectsQuery = (
  call: Call,
  ref: string,
  { partitionsOf, ...filter }: ListFilter & { partitionsOf?: string },
) =>
  objectsQuery(call, listTableObjects, {
    ref,
    kind: 'tables',
    filter: { ...filter, ...(partitionsOf !== undefined && { partitions_of: partitionsOf }) },
  })
export const useTableObjects = (ref: string, filter: Parameters<typeof tableObjectsQuery>[2]) =>
  useInfiniteQuery(tableObjectsQuery(useCall(), ref, filter))

export const viewsQuery = (call: Call, ref: string, filter: ListFilter) =>
  objectsQuery(call, listViews, { ref, kind: 'views', filter })
export const useViews = (ref: string, filter: ListFilter) =>
  useInfiniteQuery(viewsQuery(useCall(), ref, filter))

export const sequencesQuery = (call: Call, ref: string, filter: ListFilter) =>
  objectsQuery(call, listSequences, { ref, kind: 'sequences', filter })
export const useSequences = (ref: string, filter: ListFilter) =>
  useInfiniteQuery(sequencesQuery(useCall(), ref, filter))

/** Measures which indexes would make a statement cheaper. */
export function useIndexAdvice(ref: string) {
  return useEndpointMutation(adviseIndexes, {
    input: (sql: string) => ({ params: { ref }, body: { sql } }),
  })
}

/** The triggers on changes of definitions. */
export const eventTriggersQuery = (call: Call, ref: string) =>
  endpointQuery(call, listEventTriggers, {
    input: { params: { ref } },
    queryKey: objectKeys.list(ref, 'event-triggers', {}),
    ...readAgain,
  })

export const useEventTriggers = (ref: string) => useQuery(eventTriggersQuery(useCall(), ref))

const MOST_FUNCTIONS = 500

/** The functions of a schema that a trigger, or an event trigger, can call, at most 500. */
export function useTriggerFunctions(
  ref: string,
  schema: string,
  returns: 'trigger' | 'event_trigger' = 'trigger',
) {
  return useEndpointQuery(listFunctions, {
    input: {
      params: { ref },
      query: { schema, returns, limit: MOST_FUNCTIONS, offset: 0 },
    },
    queryKey: objectKeys.list(ref, 'trigger-functions', { schema, returns }),
  })
}

/** The functions and procedures of a schema. */
export function useSchemaFunctions(ref: string, schema: string) {
  return useEndpointQuery(listFunctions, {
    input: { params: { ref }, query: { schema, limit: MOST_FUNCTIONS, offset: 0 } },
    queryKey: objectKeys.list(ref, 'functions', { schema, limit: MOST_FUNCTIONS }),
  })
}

/** The statement that creates a function. Disabled while there is no id. */
export function useFunctionDefinition(ref: string, id: number | null) {
  return useEndpointQuery(getFunction, {
    input: id === null ? skipToken : { params: { ref, id } },
    queryKey: objectKeys.one(ref, 'function', id),
    // An older definition must not be edited.
    gcTime: 0,
  })
}

/**
 * Reads the statement that creates a function, bypassing the cache. Undefined if it was dropped.
 */
export function useReadFunction(ref: string) {
  const call = useCall()
  return async (id: number) => {
    try {
      return (await call(getFunction, { params: { ref, id } })).definition ?? undefined
    } catch (error) {
      if (hasErrorCode(error, 'function_not_found')) return undefined
      throw error
    }
  }
}

/** Reads a view, bypassing the cache. Undefined if it was dropped or renamed. */
export function useReadView(ref: string) {
  const call = useCall()
  return async ({ id, schema, name }: Pick<DatabaseView, 'id' | 'schema' | 'name'>) => {
    const query = { schema, search: name, limit: PAGE_SIZE, offset: 0 }
    const { items } = await call(listViews, { params: { ref }, query })
    return items.find((view) => view.id === id)
  }
}

export const extensionsQuery = (call: Call, ref: string) =>
  endpointQuery(call, listExtensions, {
    input: { params: { ref } },
    queryKey: objectKeys.list(ref, 'extensions', {}),
    ...readAgain,
  })

export const useExtensions = (ref: string) => useQuery(extensionsQuery(useCall(), ref))

/** The starting points for the index advisor, read again each time it opens. */
export function useSlowStatements(ref: string) {
  return useEndpointQuery(listSlowStatements, {
    input: { params: { ref } },
    queryKey: objectKeys.list(ref, 'slow-statements', {}),
    gcTime: 0,
  })
}

/** The configuration parameters of the server. */
export const parametersQuery = (call: Call, ref: string) =>
  endpointQuery(call, listParameters, {
    input: { params: { ref } },
    queryKey: objectKeys.list(ref, 'parameters', {}),
    ...readAgain,
  })

export const useParameters = (ref: string) => useQuery(parametersQuery(useCall(), ref))

/** Reads a parameter's value, bypassing the cache. */
export function useReadParameter(ref: string) {
  const call = useCall()
  return async (name: string) => {
    const { parameters } = await call(listParameters, { params: { ref } })
    return parameters.find((parameter) => parameter.name === name)
  }
}

/** The schemas with the number of their objects. */
export const schemaObjectsQuery = (call: Call, ref: string) =>
  endpointQuery(call, listSchemaObjects, {
    input: { params: { ref } },
    queryKey: objectKeys.list(ref, 'schemas', {}),
    ...readAgain,
  })

export const useSchemaObjects = (ref: string) => useQuery(schemaObjectsQuery(useCall(), ref))

export const publicationsQuery = (call: Call, ref: string) =>
  endpointQuery(call, listPublications, {
    input: { params: { ref } },
    queryKey: objectKeys.list(ref, 'publications', {}),
    ...readAgain,
  })

export const usePublications = (ref: string) => useQuery(publicationsQuery(useCall(), ref))

/** The objects that dropping an object also drops. Never cached. */
export function useDependents(ref: string, kind: ObjectKind, id: number, position?: number) {
  return useEndpointQuery(listDependents, {
    input: { params: { ref }, query: { kind, id, position } },
    queryKey: [...objectKeys.one(ref, `dependents of ${kind}`, id), position],
    gcTime: 0,
    staleTime: 0,
  })
}

/** The names of every table of the database. */
export function useTableNames(ref: string) {
  return useQuery(namesQuery(useCall(), ref))
}
