import type { Operation } from '@stoa/contract/endpoint'
import { getMigration, listMigrations } from '@stoa/contract/operations/services/meta/history'
import {
  adviseIndexes,
  listSlowStatements,
} from '@stoa/contract/operations/services/meta/index-advice'
import { listExtensions } from '@stoa/contract/operations/services/meta/extensions'
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
import type { DatabaseView, ObjectKind } from '@stoa/contract/services/meta/objects'
import { listParameters } from '@stoa/contract/operations/services/meta/parameters'
import { skipToken, useQuery } from '@tanstack/react-query'
import { hasErrorCode } from '../../client/api-error.ts'
import { useCall } from '../../client/client-context.ts'
import { useEndpointMutation, useEndpointQuery } from '../../client/endpoint-hooks.ts'
import { readAgain } from '../../client/freshness.ts'
import { PAGE_SIZE, usePages, type Page } from './pages.ts'
import { databaseKeys, namesQuery } from './tables.ts'

const objectKeys = {
  list: (ref: string, kind: string, wanted: object) =>
    [...databaseKeys.all(ref), 'objects', kind, wanted] as const,
  one: (ref: string, kind: string, id: number | null) =>
    [...databaseKeys.all(ref), 'object', kind, id] as const,
}

export type ListFilter = { schema: string; search: string }
type AnyFilter = { schema?: string; search: string }

type ListQuery = {
  schema?: string | undefined
  search?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}

/** The objects of one kind that match the filter. */
function useObjects<Item>(
  endpoint: Operation<{ ref: string }, ListQuery, undefined, Page<Item>>,
  { ref, kind, filter }: { ref: string; kind: string; filter: AnyFilter },
) {
  const call = useCall()
  return usePages({
    queryKey: objectKeys.list(ref, kind, filter),
    read: (page, signal) =>
      call(endpoint, {
        params: { ref },
        query: {
          ...(filter.schema !== undefined && { schema: filter.schema }),
          ...(filter.search !== '' && { search: filter.search }),
          ...page,
        },
        signal,
      }),
    ...readAgain,
  })
}

export const useFunctions = (ref: string, filter: ListFilter) =>
  useObjects(listFunctions, { ref, kind: 'functions', filter })
export const useTriggers = (ref: string, filter: ListFilter) =>
  useObjects(listTriggers, { ref, kind: 'triggers', filter })
export const useEnumTypes = (ref: string, filter: ListFilter) =>
  useObjects(listEnumTypes, { ref, kind: 'types', filter })
export const useCustomTypes = (ref: string, filter: ListFilter) =>
  useObjects(listCustomTypes, { ref, kind: 'custom-types', filter })
export const useIndexes = (ref: string, filter: ListFilter) =>
  useObjects(listIndexes, { ref, kind: 'indexes', filter })

export const useTablePolicies = (ref: string, filter: ListFilter) =>
  useObjects(listTablePolicies, { ref, kind: 'policies', filter })

export const useViews = (ref: string, filter: ListFilter) =>
  useObjects(listViews, { ref, kind: 'views', filter })
export const useSequences = (ref: string, filter: ListFilter) =>
  useObjects(listSequences, { ref, kind: 'sequences', filter })

/** Measures which indexes would make a statement cheaper. */
export function useIndexAdvice(ref: string) {
  return useEndpointMutation(adviseIndexes, {
    input: (sql: string) => ({ params: { ref }, body: { sql } }),
  })
}

/** The triggers on changes of definitions. */
export function useEventTriggers(ref: string) {
  return useEndpointQuery(listEventTriggers, {
    input: { params: { ref } },
    queryKey: objectKeys.list(ref, 'event-triggers', {}),
    ...readAgain,
  })
}

export const useMigrations = (ref: string, search: string) =>
  useObjects(listMigrations, { ref, kind: 'migrations', filter: { search } })

export function useMigration(ref: string, version: string) {
  return useEndpointQuery(getMigration, {
    input: { params: { ref, version } },
    queryKey: [...databaseKeys.all(ref), 'migration', version],
  })
}

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

export function useExtensions(ref: string) {
  return useEndpointQuery(listExtensions, {
    input: { params: { ref } },
    queryKey: objectKeys.list(ref, 'extensions', {}),
    ...readAgain,
  })
}

/** The starting points for the index advisor, read again each time it opens. */
export function useSlowStatements(ref: string) {
  return useEndpointQuery(listSlowStatements, {
    input: { params: { ref } },
    queryKey: objectKeys.list(ref, 'slow-statements', {}),
    gcTime: 0,
  })
}

/** The configuration parameters of the server. */
export function useParameters(ref: string) {
  return useEndpointQuery(listParameters, {
    input: { params: { ref } },
    queryKey: objectKeys.list(ref, 'parameters', {}),
    ...readAgain,
  })
}

/** Reads a parameter's value, bypassing the cache. */
export function useReadParameter(ref: string) {
  const call = useCall()
  return async (name: string) => {
    const { parameters } = await call(listParameters, { params: { ref } })
    return parameters.find((parameter) => parameter.name === name)
  }
}

/** The schemas with the number of their objects. */
export function useSchemaObjects(ref: string) {
  return useEndpointQuery(listSchemaObjects, {
    input: { params: { ref } },
    queryKey: objectKeys.list(ref, 'schemas', {}),
    ...readAgain,
  })
}

export function usePublications(ref: string) {
  return useEndpointQuery(listPublications, {
    input: { params: { ref } },
    queryKey: objectKeys.list(ref, 'publications', {}),
    ...readAgain,
  })
}

/** The objects that dropping an object also drops. Never cached. */
export function useDependents(ref: string, kind: ObjectKind, id: number) {
  return useEndpointQuery(listDependents, {
    input: { params: { ref }, query: { kind, id } },
    queryKey: objectKeys.one(ref, `dependents of ${kind}`, id),
    gcTime: 0,
    staleTime: 0,
  })
}

/** The names of every table of the database. */
export function useTableNames(ref: string) {
  return useQuery(namesQuery(useCall(), ref))
}
