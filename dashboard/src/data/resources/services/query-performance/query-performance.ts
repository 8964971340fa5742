import {
  listQueryStatistics,
  readQueryHistory,
  resetQueryStatistics,
} from '@stoa/contract/operations/services/query-performance/query-performance'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Call } from '../../../client/api.ts'
import { useCall } from '../../../client/client-context.ts'
import {
  endpointQuery,
  useEndpointMutation,
  useEndpointQuery,
} from '../../../client/endpoint-hooks.ts'
import { freshFor } from '../../../client/freshness.ts'
import { pollEvery } from '../../../client/poll-every.ts'
import { projectKeys } from '../../platform/projects.ts'

const queriesKey = (ref: string) => [...projectKeys.detail(ref), 'query-performance'] as const

const POLL_MS = 30_000

/** The statistics of the last hours. Each request also updates them. */
export const queryStatisticsQuery = (call: Call, ref: string, hours: number) =>
  endpointQuery(call, listQueryStatistics, {
    input: { params: { ref }, query: { hours } },
    queryKey: [...queriesKey(ref), 'list', hours],
    staleTime: freshFor.opening,
    refetchInterval: pollEvery(POLL_MS),
    placeholderData: keepPreviousData,
  })

export const useQueryStatistics = (ref: string, hours: number) =>
  useQuery(queryStatisticsQuery(useCall(), ref, hours))

export const useQueryHistory = (ref: string, { id, hours }: { id: string; hours: number }) =>
  useEndpointQuery(readQueryHistory, {
    input: { params: { ref, query_id: id }, query: { hours } },
    queryKey: [...queriesKey(ref), 'history', id, hours],
    staleTime: freshFor.opening,
    placeholderData: keepPreviousData,
  })

export const useResetQueryStatistics = (ref: string) =>
  useEndpointMutation(resetQueryStatistics, {
    input: () => ({ params: { ref } }),
    invalidates: queriesKey(ref),
    meta: { success: 'Statistics reset' },
  })
