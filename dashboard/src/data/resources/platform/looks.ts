import { closeLook, openLook, readLook } from '@stoa/contract/operations/platform/looks'
import type { RestoreTarget } from '@stoa/contract/platform/backups'
import type { Look } from '@stoa/contract/platform/looks'
import { useQuery } from '@tanstack/react-query'
import type { Call } from '../../client/api.ts'
import { useCall } from '../../client/client-context.ts'
import { endpointQuery, useEndpointMutation } from '../../client/endpoint-hooks.ts'
import { freshFor } from '../../client/freshness.ts'
import { pollEvery } from '../../client/poll-every.ts'
import { projectKeys } from './projects.ts'

const lookKey = (ref: string) => [...projectKeys.detail(ref), 'look'] as const

/** A small database is open within seconds. */
const PASSING_POLL = 1000
/** It ends by itself, and other members can end it. */
const QUIET_POLL = 15_000

export const isPassing = (look: Look | null | undefined): boolean =>
  look?.phase === 'copying' || look?.phase === 'replaying' || look?.phase === 'ending'

/** The look at an earlier moment of the project; null if there is none. */
export const lookQuery = (call: Call, ref: string) =>
  endpointQuery(call, readLook, {
    input: { params: { ref } },
    queryKey: lookKey(ref),
    staleTime: freshFor.opening,
    select: ({ look }) => look,
    refetchInterval: (query) =>
      pollEvery(isPassing(query.state.data?.look) ? PASSING_POLL : QUIET_POLL)(query),
  })

export const useLook = (ref: string) => useQuery(lookQuery(useCall(), ref))

export function useOpenLook(ref: string) {
  return useEndpointMutation(openLook, {
    input: (target: RestoreTarget) => ({ params: { ref }, body: { target } }),
    sets: lookKey(ref),
    meta: { failure: 'Failed to open the moment' },
  })
}

/** Closes the look, or cancels one that is not open yet. */
export function useCloseLook(ref: string) {
  return useEndpointMutation(closeLook, {
    input: () => ({ params: { ref } }),
    invalidates: lookKey(ref),
    meta: { failure: 'Failed to close the moment' },
  })
}
