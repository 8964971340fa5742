import {
  endOtherSessions,
  endSession,
  listSessions,
} from '@stoa/contract/operations/platform/sessions'
import { useQuery } from '@tanstack/react-query'
import type { Call } from '../../client/api.ts'
import { useCall } from '../../client/client-context.ts'
import { endpointQuery, useEndpointMutation } from '../../client/endpoint-hooks.ts'
import { readAgain } from '../../client/freshness.ts'

export const sessionsKey = ['account', 'sessions'] as const

/** Where the account is signed in. */
export const sessionsQuery = (call: Call) =>
  endpointQuery(call, listSessions, { input: {}, queryKey: sessionsKey, ...readAgain })

export const useSessions = () => useQuery(sessionsQuery(useCall()))

export const useEndSession = () =>
  useEndpointMutation(endSession, {
    input: (id: string) => ({ params: { id } }),
    invalidates: sessionsKey,
    meta: { failure: 'Failed to sign out the session', success: 'Session signed out' },
  })

export const useEndOtherSessions = () =>
  useEndpointMutation(endOtherSessions, {
    input: () => ({}),
    invalidates: sessionsKey,
    meta: {
      failure: 'Failed to sign out your other sessions',
      success: 'Your other sessions were signed out',
    },
  })
