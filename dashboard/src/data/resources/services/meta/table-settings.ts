import {
  getTableProgress,
  getTableSettings,
} from '@stoa/contract/operations/services/meta/table-settings'
import { useEndpointQuery } from '../../../client/endpoint-hooks.ts'
import { pollEvery } from '../../../client/poll-every.ts'
import { databaseKeys } from './tables.ts'

export const useTableSettings = (ref: string, id: number) =>
  useEndpointQuery(getTableSettings, {
    input: { params: { ref, id } },
    queryKey: [...databaseKeys.table(ref, id), 'settings'],
    staleTime: 0,
  })

const PROGRESS_POLL_MS = 2000

/** The commands that maintain a table now. */
export const useTableProgress = (ref: string, id: number) =>
  useEndpointQuery(getTableProgress, {
    input: { params: { ref, id } },
    // Not below the key of the catalog, because a change of the catalog has its own next poll.
    queryKey: ['table-progress', ref, id],
    refetchInterval: pollEvery(PROGRESS_POLL_MS),
    staleTime: 0,
  })
