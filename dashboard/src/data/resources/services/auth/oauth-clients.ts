import type { BodyOf } from '@stoa/contract/endpoint'
import {
  createOAuthClient,
  deleteOAuthClient,
  listOAuthClients,
  regenerateOAuthClientSecret,
  updateOAuthClient,
} from '@stoa/contract/operations/services/auth/oauth-clients'
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { Call } from '../../../client/api.ts'
import { useCall } from '../../../client/client-context.ts'
import { useEndpointMutation } from '../../../client/endpoint-hooks.ts'
import { projectKeys } from '../../platform/projects.ts'

export type OAuthClientDraft = BodyOf<typeof createOAuthClient>
type OAuthClientChange = BodyOf<typeof updateOAuthClient>

const clientsKey = (ref: string) => [...projectKeys.detail(ref), 'auth', 'oauth-clients'] as const

/** The clients of the project's OAuth server, newest first, page by page. */
export function oauthClientsQuery(call: Call, ref: string) {
  return infiniteQueryOptions({
    queryKey: clientsKey(ref),
    queryFn: ({ pageParam, signal }) =>
      call(listOAuthClients, { params: { ref }, query: { page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ total, page_size: size }, pages) =>
      pages.length * size < total ? pages.length + 1 : undefined,
    placeholderData: keepPreviousData,
  })
}

export const useOAuthClients = (ref: string) => useInfiniteQuery(oauthClientsQuery(useCall(), ref))

/** Creates a client. The response is the only one with its secret. */
export function useCreateOAuthClient(ref: string) {
  return useEndpointMutation(createOAuthClient, {
    input: (body: OAuthClientDraft) => ({ params: { ref }, body }),
    gcTime: 0,
    invalidates: clientsKey(ref),
  })
}

export function useUpdateOAuthClient(ref: string, id: string) {
  return useEndpointMutation(updateOAuthClient, {
    input: (body: OAuthClientChange) => ({ params: { ref, client_id: id }, body }),
    invalidates: clientsKey(ref),
    meta: { success: 'Client saved' },
  })
}

export function useRegenerateOAuthClientSecret(ref: string) {
  return useEndpointMutation(regenerateOAuthClientSecret, {
    input: (id: string) => ({ params: { ref, client_id: id } }),
    gcTime: 0,
    meta: { failure: 'Failed to regenerate the secret' },
  })
}

export function useDeleteOAuthClient(ref: string) {
  return useEndpointMutation(deleteOAuthClient, {
    input: (id: string) => ({ params: { ref, client_id: id } }),
    invalidates: clientsKey(ref),
    meta: { failure: 'Failed to delete the client', success: 'Client deleted' },
  })
}
