import { readUser } from '@stoa/contract/operations/services/auth/members'
import { skipToken } from '@tanstack/react-query'
import { useEndpointQuery } from '../../../client/endpoint-hooks.ts'
import { projectKeys } from '../../platform/projects.ts'

export const userKeys = {
  all: (ref: string) => [...projectKeys.detail(ref), 'auth', 'users'] as const,
  user: (ref: string, id: string) => [...userKeys.all(ref), 'user', id] as const,
  sessions: (ref: string, id: string) => [...userKeys.user(ref, id), 'sessions'] as const,
  audit: (ref: string) => [...projectKeys.detail(ref), 'auth', 'audit'] as const,
}

/** One user with identities, second factors, and metadata. */
export function useUser(ref: string, id: string | undefined) {
  return useEndpointQuery(readUser, {
    input: id === undefined ? skipToken : { params: { ref, user_id: id } },
    queryKey: userKeys.user(ref, id ?? ''),
  })
}
