import {
  liftNetworkBans,
  listNetworkBans,
  readNetworkFacts,
} from '@stoa/contract/operations/platform/network-access'
import { useQuery } from '@tanstack/react-query'
import type { Call } from '../../client/api.ts'
import { useCall } from '../../client/client-context.ts'
import { endpointQuery, useEndpointMutation } from '../../client/endpoint-hooks.ts'
import { readAgain } from '../../client/freshness.ts'
import { pollEvery } from '../../client/poll-every.ts'
import { projectKeys } from './projects.ts'

const factsKey = (ref: string) => [...projectKeys.detail(ref), 'network-facts'] as const
const bansKey = (ref: string) => [...projectKeys.detail(ref), 'network-bans'] as const

const BANS_POLL = 10_000

/** The caller's address, and the certificate of database connections. */
export const networkFactsQuery = (call: Call, ref: string) =>
  endpointQuery(call, readNetworkFacts, {
    input: { params: { ref } },
    queryKey: factsKey(ref),
    ...readAgain,
  })

export const useNetworkFacts = (ref: string) => useQuery(networkFactsQuery(useCall(), ref))

/** The clients that are banned now. */
export const networkBansQuery = (call: Call, ref: string) =>
  endpointQuery(call, listNetworkBans, {
    input: { params: { ref } },
    queryKey: bansKey(ref),
    ...readAgain,
    refetchInterval: pollEvery(BANS_POLL),
  })

export const useNetworkBans = (ref: string) => useQuery(networkBansQuery(useCall(), ref))

export function useLiftNetworkBan(ref: string) {
  return useEndpointMutation(liftNetworkBans, {
    input: (address: string) => ({ params: { ref }, body: { addresses: [address] } }),
    sets: bansKey(ref),
    success: (_bans, address) => `Ban of ${address} lifted`,
    meta: { failure: 'Could not lift the ban' },
  })
}
