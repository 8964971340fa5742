import { readRowSignal } from '@stoa/contract/operations/services/meta/row-signal'
import { useEndpointQuery } from '../../../client/endpoint-hooks.ts'
import { pollEvery } from '../../../client/poll-every.ts'

const POLL_MS = 3000

/** A text that changes after rows of a table were written; polled while the page is visible. */
export const useRowSignal = (ref: string, id: number) =>
  useEndpointQuery(readRowSignal, {
    input: { params: { ref, id } },
    queryKey: ['row signal', ref, id],
    refetchInterval: pollEvery(POLL_MS),
    refetchIntervalInBackground: false,
    gcTime: 0,
    select: ({ signal }) => signal,
  })
