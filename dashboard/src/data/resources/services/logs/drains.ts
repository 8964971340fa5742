import type { BodyOf, ResponseOf } from '@stoa/contract/endpoint'
import {
  createLogDrain,
  deleteLogDrain,
  listLogDrains,
  pauseLogDrain,
  testLogDrain,
  updateLogDrain,
} from '@stoa/contract/operations/services/logs/drains'
import { useQuery } from '@tanstack/react-query'
import type { Call } from '../../../client/api.ts'
import { useCall } from '../../../client/client-context.ts'
import { endpointQuery, useEndpointMutation } from '../../../client/endpoint-hooks.ts'
import { projectKeys } from '../../platform/projects.ts'

const drainsKey = (ref: string) => [...projectKeys.detail(ref), 'log-drains'] as const

/** Deliveries continue while the page is open. */
const REFRESH_MS = 5000

export type LogDrainDraft = BodyOf<typeof createLogDrain>
export type LogDrainTest = ResponseOf<typeof testLogDrain>

export const logDrainsQuery = (call: Call, ref: string) =>
  endpointQuery(call, listLogDrains, {
    input: { params: { ref } },
    queryKey: drainsKey(ref),
    refetchInterval: REFRESH_MS,
  })

export const useLogDrains = (ref: string) => useQuery(logDrainsQuery(useCall(), ref))

export function useCreateLogDrain(ref: string) {
  return useEndpointMutation(createLogDrain, {
    input: (body: LogDrainDraft) => ({ params: { ref }, body }),
    invalidates: drainsKey(ref),
    meta: { success: 'Log drain created' },
  })
}

export function useUpdateLogDrain(ref: string, token: string) {
  return useEndpointMutation(updateLogDrain, {
    input: (body: LogDrainDraft) => ({ params: { ref, token }, body }),
    invalidates: drainsKey(ref),
    meta: { success: 'Log drain saved' },
  })
}

export function usePauseLogDrain(ref: string) {
  return useEndpointMutation(pauseLogDrain, {
    input: ({ token, isPaused }: { token: string; isPaused: boolean }) => ({
      params: { ref, token },
      body: { is_paused: isPaused },
    }),
    invalidates: drainsKey(ref),
  })
}

export function useDeleteLogDrain(ref: string) {
  return useEndpointMutation(deleteLogDrain, {
    input: (token: string) => ({ params: { ref, token } }),
    invalidates: drainsKey(ref),
    meta: { success: 'Log drain deleted' },
  })
}

export function useTestLogDrain(ref: string) {
  return useEndpointMutation(testLogDrain, {
    input: (token: string) => ({ params: { ref, token } }),
  })
}
