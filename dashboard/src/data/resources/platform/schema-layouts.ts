import type { SchemaLayouts, TablePosition } from '@stoa/contract/platform/schema-layouts'
import {
  deleteSchemaLayout,
  getSchemaLayouts,
  saveSchemaLayout,
  shareSchemaLayout,
} from '@stoa/contract/operations/platform/schema-layouts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Call } from '../../client/api.ts'
import { endpointQuery, useEndpointMutation } from '../../client/endpoint-hooks.ts'
import { useCall } from '../../client/client-context.ts'

const layoutKey = (ref: string, schema: string) => ['schema-layouts', ref, schema] as const

export const schemaLayoutsQuery = (call: Call, ref: string, schema: string) =>
  endpointQuery(call, getSchemaLayouts, {
    input: { params: { ref }, query: { schema } },
    queryKey: layoutKey(ref, schema),
    // A table that is being moved must not jump.
    refetchOnWindowFocus: false,
  })

export const useSchemaLayouts = (ref: string, schema: string) =>
  useQuery(schemaLayoutsQuery(useCall(), ref, schema))

type Positions = readonly TablePosition[]

/** Saves the places of the tables for the signed-in person, which shows at once. */
export function useSaveSchemaLayout(ref: string, schema: string) {
  const queryClient = useQueryClient()
  const queryKey = layoutKey(ref, schema)
  return useEndpointMutation(saveSchemaLayout, {
    input: (positions: Positions) => ({
      params: { ref },
      query: { schema },
      body: { positions: [...positions] },
    }),
    // Several moves are saved in their order, so that the last one is what remains.
    scope: { id: `schema-layout:${ref}:${schema}` },
    onMutate(positions) {
      queryClient.setQueryData<SchemaLayouts>(queryKey, (layouts) =>
        layouts === undefined ? layouts : { ...layouts, own: [...positions] },
      )
    },
    meta: { failure: 'Could not save the layout' },
  })
}

/** Deletes the person's own layout. */
export function useDeleteSchemaLayout(ref: string, schema: string) {
  return useEndpointMutation(deleteSchemaLayout, {
    input: () => ({ params: { ref }, query: { schema } }),
    sets: layoutKey(ref, schema),
    meta: { failure: 'Could not discard your layout' },
  })
}

/** Saves the places of the tables for everybody in the project. */
export function useShareSchemaLayout(ref: string, schema: string) {
  return useEndpointMutation(shareSchemaLayout, {
    input: (positions: Positions) => ({
      params: { ref },
      query: { schema },
      body: { positions: [...positions] },
    }),
    sets: layoutKey(ref, schema),
    meta: { success: 'Layout shared with the project', failure: 'Could not share the layout' },
  })
}
