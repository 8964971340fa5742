import type { BodyOf, ResponseOf } from '@stoa/contract/endpoint'
import {
  bringBack,
  cancelPastQuery,
  listPastTables,
  previewBringBack,
  runPastQuery,
} from '@stoa/contract/operations/services/meta/looks'
import { useMemo } from 'react'
import { useCall } from '../../../client/client-context.ts'
import { useEndpointMutation, useEndpointQuery } from '../../../client/endpoint-hooks.ts'
import { databaseKeys } from './tables.ts'

export type PastTables = ResponseOf<typeof listPastTables>
export type PastAnswer = ResponseOf<typeof runPastQuery>
export type BringBackBody = BodyOf<typeof bringBack>

/** The tables and views of the moment. They never change, so they are read once for each look. */
export function usePastTables(ref: string, moment: string) {
  return useEndpointQuery(listPastTables, {
    input: { params: { ref } },
    queryKey: ['past', ref, moment, 'tables'],
    staleTime: Infinity,
  })
}

/** Runs and cancels SQL in the moment. */
export function usePastRunner(ref: string) {
  const call = useCall()
  return useMemo(
    () => ({
      run: (body: BodyOf<typeof runPastQuery>) => call(runPastQuery, { params: { ref }, body }),
      cancel: (run_id: string) => call(cancelPastQuery, { params: { ref, run_id } }),
    }),
    [call, ref],
  )
}

/** Counts the rows that would be brought back. */
export function usePreviewBringBack(ref: string) {
  return useEndpointMutation(previewBringBack, {
    input: (body: BringBackBody) => ({ params: { ref }, body }),
    meta: { failure: 'Could not count the rows' },
  })
}

export function useBringBack(ref: string) {
  return useEndpointMutation(bringBack, {
    input: (body: BringBackBody) => ({ params: { ref }, body }),
    invalidates: databaseKeys.all(ref),
    success: ({ schema, table, inserted, before, after }) =>
      `Inserted ${inserted} rows into ${schema}.${table}, which had ${before} and has ${after}`,
  })
}
