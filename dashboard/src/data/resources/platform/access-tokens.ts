import {
  createAccessToken,
  deleteAccessToken,
  listAccessTokens,
} from '@stoa/contract/operations/platform/access-tokens'
import { useQuery } from '@tanstack/react-query'
import type { Call } from '../../client/api.ts'
import { endpointQuery, useEndpointMutation } from '../../client/endpoint-hooks.ts'
import { useCall } from '../../client/client-context.ts'

const tokensKey = ['account', 'access-tokens'] as const

/** The signed-in account's personal access tokens. */
export const accessTokensQuery = (call: Call) =>
  endpointQuery(call, listAccessTokens, { input: {}, queryKey: tokensKey })

export const useAccessTokens = () => useQuery(accessTokensQuery(useCall()))

/** Creates a token. The result contains it, and must not outlive the calling component. */
export function useCreateAccessToken() {
  return useEndpointMutation(createAccessToken, {
    input: (body: { name: string; expires_at: string | null }) => ({ body }),
    gcTime: 0,
    invalidates: tokensKey,
  })
}

export function useDeleteAccessToken() {
  return useEndpointMutation(deleteAccessToken, {
    input: (id: string) => ({ params: { id } }),
    invalidates: tokensKey,
    meta: { failure: 'Failed to revoke the access token', success: 'Access token revoked' },
  })
}
