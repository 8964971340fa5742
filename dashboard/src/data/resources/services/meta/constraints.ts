import type { BodyOf } from '@stoa/contract/endpoint'
import {
  addConstraint,
  checkConstraint,
  deleteConstraint,
  renameConstraint,
  validateConstraint,
} from '@stoa/contract/operations/services/meta/constraints'
import { skipToken } from '@tanstack/react-query'
import { useEndpointMutation, useEndpointQuery } from '../../../client/endpoint-hooks.ts'
import { tableChange } from './tables.ts'

/** The request body that adds a constraint. */
export type NewConstraint = BodyOf<typeof addConstraint>

export function useAddConstraint(ref: string, id: number) {
  return useEndpointMutation(addConstraint, {
    input: (body: NewConstraint) => ({ params: { ref, id }, body }),
    ...tableChange(ref),
  })
}

export function useRenameConstraint(ref: string, id: number) {
  return useEndpointMutation(renameConstraint, {
    input: ({ constraint, name }: { constraint: number; name: string }) => ({
      params: { ref, id, constraint },
      body: { name },
    }),
    ...tableChange(ref),
  })
}

export function useValidateConstraint(ref: string, id: number) {
  return useEndpointMutation(validateConstraint, {
    input: (constraint: number) => ({ params: { ref, id, constraint } }),
    ...tableChange(ref),
  })
}

export function useDeleteConstraint(ref: string, id: number) {
  return useEndpointMutation(deleteConstraint, {
    input: ({ constraint, cascade }: { constraint: number; cascade: boolean }) => ({
      params: { ref, id, constraint },
      query: { cascade },
    }),
    ...tableChange(ref),
  })
}

/** The rows that break a new constraint. Disabled while there is none. */
export function useBrokenRows(ref: string, table: number, constraint: NewConstraint | undefined) {
  return useEndpointQuery(checkConstraint, {
    input:
      constraint === undefined
        ? skipToken
        : { params: { ref }, body: { table_id: table, constraint } },
    // Not below the key of the catalog, because a change of the catalog need not read all rows again.
    queryKey: ['broken-rows', ref, table, constraint],
    gcTime: 0,
    staleTime: 0,
    retry: false,
  })
}
