import {
  endOtherSessions,
  endSession,
  listSessions,
} from '@stoa/contract/operations/platform/sessions'
import { useEndpointMutation, useEndpointQuery } from '../../client/endpoint-hooks.ts'
import { readAgain } from '../../client/freshness.ts'

export const sessionsKey = ['account', 'sessions'] as const

/** Where the account is signed in. */
export const useSessions = () =>
  useEndpointQuery(listSessions, { input: {}, queryKey: sessionsKey, ...readAgain })

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
