import {
  cancelBackfill,
  listBackfills,
  startBackfill,
} from '@stoa/contract/operations/services/meta/backfills'
import type { BackfillDefinition } from '@stoa/contract/services/meta/backfills'
import { keepPreviousData, skipToken } from '@tanstack/react-query'
import { useEndpointMutation, useEndpointQuery } from '../../../client/endpoint-hooks.ts'
import { pollEvery } from '../../../client/poll-every.ts'
import { databaseKeys } from './tables.ts'

const backfillsKey = (ref: string, id: number) =>
  [...databaseKeys.table(ref, id), 'backfills'] as const

const POLL_MS = 2000

/** The backfills of a table, read again while one of them runs. */
export const useBackfills = (ref: string, id: number) =>
  useEndpointQuery(listBackfills, {
    input: { params: { ref, id } },
    queryKey: backfillsKey(ref, id),
    refetchInterval: (query) =>
      query.state.data?.some(({ state }) => state === 'running') === true &&
      pollEvery(POLL_MS)(query),
    staleTime: 0,
  })

/** The statements of a backfill. Disabled while there is none. */
export const useBackfillSql = (
  ref: string,
  id: number,
  definition: BackfillDefinition | undefined,
) =>
  useEndpointQuery(startBackfill, {
    input: definition ? { params: { ref, id }, body: { definition, dry_run: true } } : skipToken,
    queryKey: ['backfill-sql', ref, id, definition],
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  })

export const useStartBackfill = (ref: string, id: number) =>
  useEndpointMutation(startBackfill, {
    input: (definition: BackfillDefinition) => ({ params: { ref, id }, body: { definition } }),
    // Its first step can add a check to the table.
    invalidates: databaseKeys.table(ref, id),
  })

export const useCancelBackfill = (ref: string, id: number) =>
  useEndpointMutation(cancelBackfill, {
    input: (backfill: string) => ({ params: { ref, backfill } }),
    invalidates: databaseKeys.table(ref, id),
  })
