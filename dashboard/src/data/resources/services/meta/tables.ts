import type { BodyOf } from '@stoa/contract/endpoint'
import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import type { ColumnDefinition, PlannedDefinition } from '@stoa/contract/services/meta/ddl'
import {
  getTable,
  getTableDefinition,
  listNames,
  listSchemas,
  listTables,
  listTypes,
} from '@stoa/contract/operations/services/meta/catalogue'
import { listDependents } from '@stoa/contract/operations/services/meta/objects'
import {
  addColumn,
  createTable,
  deleteColumn,
  deleteTable,
  duplicateTable,
  previewDefinition,
  updateColumn,
  updateTable,
} from '@stoa/contract/operations/services/meta/ddl'
import {
  keepPreviousData,
  skipToken,
  useQuery,
  useQueryClient,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  endpointQuery,
  useEndpointMutation,
  useEndpointQuery,
} from '../../../client/endpoint-hooks.ts'
import { ApiError, hasErrorCode } from '../../../client/api-error.ts'
import type { Call } from '../../../client/api.ts'
import { useCall } from '../../../client/client-context.ts'

export const databaseKeys = {
  /** The key prefix of everything read from a project's catalog. */
  all: (ref: string) => ['database', ref] as const,
  schemas: (ref: string) => ['database', ref, 'schemas'] as const,
  types: (ref: string) => ['database', ref, 'types'] as const,
  tables: (ref: string) => ['database', ref, 'tables'] as const,
  tablesOf: (ref: string, schema: string) => ['database', ref, 'tables', schema] as const,
  /** Starts like the lists of tables, because the same changes invalidate it. */
  names: (ref: string) => ['database', ref, 'tables', 'all', 'names'] as const,
  dataApiOverrides: (ref: string) => ['database', ref, 'data-api-overrides'] as const,
  table: (ref: string, id: number) => ['database', ref, 'table', id] as const,
}

export const schemasQuery = (call: Call, ref: string) =>
  endpointQuery(call, listSchemas, {
    input: { params: { ref } },
    queryKey: databaseKeys.schemas(ref),
  })

export const tablesQuery = (call: Call, ref: string, schema: string) =>
  endpointQuery(call, listTables, {
    input: { params: { ref }, query: { schema } },
    queryKey: databaseKeys.tablesOf(ref, schema),
    refetchOnWindowFocus: 'always',
  })

export const tableQuery = (call: Call, ref: string, id: number | undefined) =>
  endpointQuery(call, getTable, {
    input: id === undefined ? skipToken : { params: { ref, id } },
    queryKey: databaseKeys.table(ref, id ?? 0),
    // Ids are never reused, so a deleted table is not fetched again.
    enabled: ({ state }) => !hasErrorCode(state.error, 'table_not_found'),
  })

/** The names of every table, column and callable function, for a search. */
export const namesQuery = (call: Call, ref: string) =>
  endpointQuery(call, listNames, {
    input: { params: { ref } },
    queryKey: databaseKeys.names(ref),
  })

export const useSchemas = (ref: string) => useQuery(schemasQuery(useCall(), ref))

export const useTables = (ref: string, schema: string) =>
  useQuery(tablesQuery(useCall(), ref, schema))

/** A table with its columns, keys and policies. Disabled while there is no id. */
export const useTable = (ref: string, id: number | undefined) =>
  useQuery(tableQuery(useCall(), ref, id))

/** The types that a new column can have, loaded when a form needs them. */
export const useColumnTypes = (ref: string) => useQuery(typesQuery(useCall(), ref))

const typesQuery = (call: Call, ref: string) =>
  endpointQuery(call, listTypes, {
    input: { params: { ref } },
    queryKey: databaseKeys.types(ref),
  })

/** Invalidates the catalog, for example after SQL that may have changed it. */
export function useForgetCatalogue(ref: string) {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: databaseKeys.all(ref) })
}

/** Updates the query cache after a change to a table: stores the table and reloads the lists. */
export const tableChange = (ref: string) => ({
  sets: ({ id }: TableDetail) => databaseKeys.table(ref, id),
  invalidates: databaseKeys.tables(ref),
})

/** The request body that creates a table. */
export type NewTable = BodyOf<typeof createTable>
export type TableChange = BodyOf<typeof updateTable>
export type ColumnChange = BodyOf<typeof updateColumn>

/** The SQL that a change would run. Disabled while there is no change. */
export function useDefinitionSql(ref: string, change: PlannedDefinition | undefined) {
  return useEndpointQuery(previewDefinition, {
    input: change === undefined ? skipToken : { params: { ref }, body: change },
    // Has its own key prefix, because invalidating the catalog must not refetch the preview.
    queryKey: ['definition-sql', ref, change],
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  })
}

export function useCreateTable(ref: string) {
  return useEndpointMutation(createTable, {
    input: (body: NewTable) => ({ params: { ref }, body }),
    ...tableChange(ref),
  })
}

const definitionQuery = (call: Call, ref: string, id: number) =>
  endpointQuery(call, getTableDefinition, {
    input: { params: { ref, id } },
    queryKey: [...databaseKeys.table(ref, id), 'definition'],
    staleTime: 0,
  })

/** The statements that create a table or a view. */
export const useTableDefinition = (ref: string, id: number) =>
  useQuery(definitionQuery(useCall(), ref, id))

export function useDuplicateTable(ref: string, id: number) {
  return useEndpointMutation(duplicateTable, {
    input: (body: BodyOf<typeof duplicateTable>) => ({ params: { ref, id }, body }),
    ...tableChange(ref),
  })
}

export function useUpdateTable(ref: string, id: number) {
  return useEndpointMutation(updateTable, {
    input: (body: TableChange) => ({ params: { ref, id }, body }),
    ...tableChange(ref),
  })
}

export function useDeleteTable(ref: string, id: number) {
  const queryClient = useQueryClient()
  return useEndpointMutation(deleteTable, {
    input: ({ cascade }: { cascade: boolean }) => ({ params: { ref, id }, query: { cascade } }),
    onSuccess: () => forgetTable(queryClient, databaseKeys.table(ref, id)),
    invalidates: databaseKeys.tables(ref),
  })
}

/** Marks a deleted table as missing, so that it is not fetched again. */
function forgetTable(queryClient: QueryClient, queryKey: QueryKey): void {
  queryClient.removeQueries({ queryKey })
  queryClient
    .getQueryCache()
    .build(queryClient, { queryKey })
    .setState({
      status: 'error',
      error: new ApiError('This table no longer exists.', {
        code: 404,
        errorCode: 'table_not_found',
      }),
    })
}

export function useAddColumn(ref: string, id: number) {
  return useEndpointMutation(addColumn, {
    input: (body: ColumnDefinition) => ({ params: { ref, id }, body }),
    ...tableChange(ref),
  })
}

export function useUpdateColumn(ref: string, id: number) {
  return useEndpointMutation(updateColumn, {
    input: ({ position, body }: { position: number; body: ColumnChange }) => ({
      params: { ref, id, position },
      body,
    }),
    ...tableChange(ref),
  })
}

export function useDeleteColumn(ref: string, id: number) {
  return useEndpointMutation(deleteColumn, {
    input: ({ position, cascade }: { position: number; cascade: boolean }) => ({
      params: { ref, id, position },
      query: { cascade },
    }),
    ...tableChange(ref),
  })
}

/** Reads database names for completion on demand, through the query cache. */
export function useCatalogue(ref: string) {
  const call = useCall()
  const queryClient = useQueryClient()
  return useMemo(
    () => ({
      schemas: () => queryClient.fetchQuery(schemasQuery(call, ref)),
      tables: (schema: string) => queryClient.fetchQuery(tablesQuery(call, ref, schema)),
      /** The types as they are now, not only in the cache. */
      types: () => queryClient.fetchQuery({ ...typesQuery(call, ref), staleTime: 0 }),
      /** The statements that create a table, as they are now. */
      definition: (id: number) => queryClient.fetchQuery(definitionQuery(call, ref, id)),
      table: (id: number) => queryClient.fetchQuery(tableQuery(call, ref, id)),
      columns: async (id: number) =>
        (await queryClient.fetchQuery(tableQuery(call, ref, id))).columns,
      foreignKeys: async (id: number) =>
        (await queryClient.fetchQuery(tableQuery(call, ref, id))).foreign_keys,
      /** The other objects that `drop … cascade` of a table or view drops now. */
      async dependents(schema: string, name: string) {
        const query = { ...tablesQuery(call, ref, schema), staleTime: 0 }
        const table = (await queryClient.fetchQuery(query)).find((each) => each.name === name)
        if (!table) return []
        const { items } = await call(listDependents, {
          params: { ref },
          query: { kind: 'table', id: table.id },
        })
        return items.filter((each) => each.needs_cascade).map(({ description }) => description)
      },
      /** Whether a schema exists now, not only in the cache. */
      async hasSchema(name: string) {
        const list = await queryClient.fetchQuery({ ...schemasQuery(call, ref), staleTime: 0 })
        return list.some((schema) => schema.name === name)
      },
      /** Whether a table or view exists now, not only in the cache. */
      async hasTable(schema: string, name: string) {
        try {
          const query = { ...tablesQuery(call, ref, schema), staleTime: 0 }
          return (await queryClient.fetchQuery(query)).some((table) => table.name === name)
        } catch (error) {
          if (hasErrorCode(error, 'schema_not_found')) return false
          throw error
        }
      },
    }),
    [call, queryClient, ref],
  )
}
