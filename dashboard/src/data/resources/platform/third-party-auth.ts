import type { BodyOf } from '@stoa/contract/endpoint'
import {
  createThirdPartyAuth,
  deleteThirdPartyAuth,
  listThirdPartyAuth,
} from '@stoa/contract/operations/platform/third-party-auth'
import { useQuery } from '@tanstack/react-query'
import type { Call } from '../../client/api.ts'
import { endpointQuery, useEndpointMutation } from '../../client/endpoint-hooks.ts'
import { projectKeys } from './projects.ts'
import { useCall } from '../../client/client-context.ts'

const key = (ref: string) => [...projectKeys.detail(ref), 'third-party-auth'] as const

export type NewThirdPartyAuth = BodyOf<typeof createThirdPartyAuth>

/** The other services whose access tokens the project accepts. */
export const thirdPartyAuthQuery = (call: Call, ref: string) =>
  endpointQuery(call, listThirdPartyAuth, { input: { params: { ref } }, queryKey: key(ref) })

export const useThirdPartyAuth = (ref: string) => useQuery(thirdPartyAuthQuery(useCall(), ref))

export function useCreateThirdPartyAuth(ref: string) {
  return useEndpointMutation(createThirdPartyAuth, {
    input: (body: NewThirdPartyAuth) => ({ params: { ref }, body }),
    invalidates: key(ref),
    meta: { success: 'Integration created' },
  })
}

export function useDeleteThirdPartyAuth(ref: string) {
  return useEndpointMutation(deleteThirdPartyAuth, {
    input: (tpa_id: string) => ({ params: { ref, tpa_id } }),
    invalidates: key(ref),
    meta: { failure: 'Failed to delete the integration', success: 'Integration deleted' },
  })
}
