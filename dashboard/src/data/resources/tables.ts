import type { Endpoint } from '@stoa/contract/endpoint'
import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import type { ColumnDefinition } from '@stoa/contract/services/meta/ddl'
import {
  getTable,
  listSchemas,
  listTables,
  listTypes,
} from '@stoa/contract/services/meta/catalogue'
import {
  addColumn,
  createTable,
  deleteColumn,
  deleteTable,
  updateColumn,
  updateTable,
} from '@stoa/contract/services/meta/ddl'
import { skipToken, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { freshFor } from '../client/freshness.ts'
import { useCall } from '../client/client-context.ts'

export const databaseKeys = {
  /** The key prefix of everything read from a project's catalog. */
  all: (ref: string) => ['database', ref] as const,
  schemas: (ref: string) => ['database', ref, 'schemas'] as const,
  types: (ref: string) => ['database', ref, 'types'] as const,
  tables: (ref: string) => ['database', ref, 'tables'] as const,
  tablesOf: (ref: string, schema: string) => ['database', ref, 'tables', schema] as const,
  dataApiOverrides: (ref: string) => ['database', ref, 'data-api-overrides'] as const,
  table: (ref: string, id: number) => ['database', ref, 'table', id] as const,
}

export function useSchemas(ref: string) {
  const call = useCall()
  return useQuery({
    queryKey: databaseKeys.schemas(ref),
    queryFn: ({ signal }) => call(listSchemas, { params: { ref }, signal }),
  })
}

/** The types that a new column can have, loaded when a form needs them. */
export function useColumnTypes(ref: string) {
  const call = useCall()
  return useQuery({
    queryKey: databaseKeys.types(ref),
    queryFn: ({ signal }) => call(listTypes, { params: { ref }, signal }),
  })
}

export function useTables(ref: string, schema: string) {
  const call = useCall()
  return useQuery({
    queryKey: databaseKeys.tablesOf(ref, schema),
    queryFn: ({ signal }) => call(listTables, { params: { ref }, query: { schema }, signal }),
  })
}

/** A table with its columns, keys and policies. Disabled while there is no id. */
export function useTable(ref: string, id: number | undefined) {
  const call = useCall()
  return useQuery({
    queryKey: databaseKeys.table(ref, id ?? 0),
    queryFn:
      id === undefined
        ? skipToken
        : ({ signal }) => call(getTable, { params: { ref, id }, signal }),
  })
}

/** The details of several tables in the requested order, without those still loading. */
export function useTableDetails(ref: string, ids: readonly number[]): TableDetail[] {
  const call = useCall()
  return useQueries({
    queries: ids.map((id) => ({
      queryKey: databaseKeys.table(ref, id),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call(getTable, { params: { ref, id }, signal }),
    })),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  })
}

/** Invalidates the catalog, for example after SQL that may have changed it. */
export function useForgetCatalogue(ref: string) {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: databaseKeys.all(ref) })
}

/** Caches the response of a change to a table and reloads the lists. */
function useKeepTable(ref: string) {
  const queryClient = useQueryClient()
  return (table: TableDetail) => {
    queryClient.setQueryData(databaseKeys.table(ref, table.id), table)
    return queryClient.invalidateQueries({ queryKey: databaseKeys.tables(ref) })
  }
}

/** The request body that creates a table. */
export type NewTable = BodyOf<typeof createTable>
export type TableChange = BodyOf<typeof updateTable>
export type ColumnChange = BodyOf<typeof updateColumn>
type BodyOf<Operation> =
  Operation extends Endpoint<infer _Params, infer _Query, infer Body, infer _Response>
    ? Body
    : never

export function useCreateTable(ref: string) {
  const call = useCall()
  const keep = useKeepTable(ref)
  return useMutation({
    mutationFn: (body: NewTable) => call(createTable, { params: { ref }, body }),
    onSuccess: keep,
  })
}

export function useUpdateTable(ref: string, id: number) {
  const call = useCall()
  const keep = useKeepTable(ref)
  return useMutation({
    mutationFn: (body: TableChange) => call(updateTable, { params: { ref, id }, body }),
    onSuccess: keep,
  })
}

export function useDeleteTable(ref: string, id: number) {
  const call = useCall()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ cascade }: { cascade: boolean }) =>
      call(deleteTable, { params: { ref, id }, query: { cascade } }),
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: databaseKeys.table(ref, id) })
      return queryClient.invalidateQueries({ queryKey: databaseKeys.tables(ref) })
    },
  })
}

export function useAddColumn(ref: string, id: number) {
  const call = useCall()
  const keep = useKeepTable(ref)
  return useMutation({
    mutationFn: (body: ColumnDefinition) => call(addColumn, { params: { ref, id }, body }),
    onSuccess: keep,
  })
}

export function useUpdateColumn(ref: string, id: number) {
  const call = useCall()
  const keep = useKeepTable(ref)
  return useMutation({
    mutationFn: ({ position, body }: { position: number; body: ColumnChange }) =>
      call(updateColumn, { params: { ref, id, position }, body }),
    onSuccess: keep,
  })
}

export function useDeleteColumn(ref: string, id: number) {
  const call = useCall()
  const keep = useKeepTable(ref)
  return useMutation({
    mutationFn: ({ position, cascade }: { position: number; cascade: boolean }) =>
      call(deleteColumn, { params: { ref, id, position }, query: { cascade } }),
    onSuccess: keep,
  })
}

/** Reads database names for completion on demand, through the query cache. */
export function useCatalogue(ref: string) {
  const call = useCall()
  const queryClient = useQueryClient()
  return useMemo(() => {
    const staleTime = freshFor.anything
    return {
      schemas: () =>
        queryClient.fetchQuery({
          queryKey: databaseKeys.schemas(ref),
          staleTime,
          queryFn: ({ signal }) => call(listSchemas, { params: { ref }, signal }),
        }),
      tables: (schema: string) =>
        queryClient.fetchQuery({
          queryKey: databaseKeys.tablesOf(ref, schema),
          staleTime,
          queryFn: ({ signal }) => call(listTables, { params: { ref }, query: { schema }, signal }),
        }),
      async columns(id: number) {
        const table = await queryClient.fetchQuery({
          queryKey: databaseKeys.table(ref, id),
          staleTime,
          queryFn: ({ signal }) => call(getTable, { params: { ref, id }, signal }),
        })
        return table.columns
      },
    }
  }, [call, queryClient, ref])
}
