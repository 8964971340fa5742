import type { TableLayout, TableView } from '@stoa/contract/platform/table-views'
import {
  deleteTableView,
  listTableViews,
  saveTableView,
  setDefaultTableView,
} from '@stoa/contract/operations/platform/table-views'
import { skipToken, useQuery } from '@tanstack/react-query'
import type { Call } from '../../client/api.ts'
import { endpointQuery, useEndpointMutation } from '../../client/endpoint-hooks.ts'
import { useCall } from '../../client/client-context.ts'

const keyOf = (ref: string, tableId: number) => ['table-views', ref, tableId] as const

export const tableViewsQuery = (call: Call, ref: string, tableId: number | undefined) =>
  endpointQuery(call, listTableViews, {
    input: tableId === undefined ? skipToken : { params: { ref }, query: { table_id: tableId } },
    queryKey: keyOf(ref, tableId ?? 0),
    // An open table does not wait long for its views: without them, it shows all rows.
    retry: false,
  })

/** The saved views of a table, and the one with which the caller opens it. */
export const useTableViews = (ref: string, tableId: number) =>
  useQuery(tableViewsQuery(useCall(), ref, tableId))

export type TableViewContent = {
  name: string
  is_shared: boolean
  filter: string
  sort: string
  layout: TableLayout
  version: number
}

/** Creates (version 0) or saves a view. */
export const useSaveTableView = (ref: string, tableId: number) =>
  useEndpointMutation(saveTableView, {
    input: ({ id, ...content }: TableViewContent & { id: string }) => ({
      params: { ref, id },
      body: { table_id: tableId, ...content },
    }),
    invalidates: keyOf(ref, tableId),
  })

export const useDeleteTableView = (ref: string, tableId: number) =>
  useEndpointMutation(deleteTableView, {
    input: ({ id }: Pick<TableView, 'id'>) => ({ params: { ref, id } }),
    invalidates: keyOf(ref, tableId),
    meta: { failure: 'Could not delete the view' },
  })

export const useSetDefaultTableView = (ref: string, tableId: number) =>
  useEndpointMutation(setDefaultTableView, {
    input: (viewId: string | null) => ({
      params: { ref },
      body: { table_id: tableId, view_id: viewId },
    }),
    invalidates: keyOf(ref, tableId),
    meta: { failure: 'Could not change the default view' },
  })
