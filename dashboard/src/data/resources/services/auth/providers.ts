import type { BodyOf } from '@stoa/contract/endpoint'
import {
  createCustomProvider,
  deleteCustomProvider,
  listCustomProviders,
  updateCustomProvider,
} from '@stoa/contract/operations/services/auth/custom-providers'
import {
  createSsoProvider,
  deleteSsoProvider,
  listSsoProviders,
  updateSsoProvider,
} from '@stoa/contract/operations/services/auth/sso-providers'
import { useQuery } from '@tanstack/react-query'
import type { Call } from '../../../client/api.ts'
import { endpointQuery, useEndpointMutation } from '../../../client/endpoint-hooks.ts'
import { projectKeys } from '../../platform/projects.ts'
import { useCall } from '../../../client/client-context.ts'

const authKey = (ref: string) => [...projectKeys.detail(ref), 'auth'] as const
const customKey = (ref: string) => [...authKey(ref), 'custom-providers'] as const
const ssoKey = (ref: string) => [...authKey(ref), 'sso-providers'] as const

export type NewCustomProvider = BodyOf<typeof createCustomProvider>
export type CustomProviderChange = BodyOf<typeof updateCustomProvider>
export type SsoProviderChange = BodyOf<typeof updateSsoProvider>

/** The OAuth and OpenID Connect providers that the project describes itself. */
export const customProvidersQuery = (call: Call, ref: string) =>
  endpointQuery(call, listCustomProviders, {
    input: { params: { ref } },
    queryKey: customKey(ref),
  })

export const useCustomProviders = (ref: string) => useQuery(customProvidersQuery(useCall(), ref))

export function useCreateCustomProvider(ref: string) {
  return useEndpointMutation(createCustomProvider, {
    input: (body: NewCustomProvider) => ({ params: { ref }, body }),
    gcTime: 0,
    invalidates: customKey(ref),
    meta: { success: 'Provider created' },
  })
}

export function useUpdateCustomProvider(ref: string, identifier: string) {
  return useEndpointMutation(updateCustomProvider, {
    input: (body: CustomProviderChange) => ({ params: { ref, identifier }, body }),
    gcTime: 0,
    invalidates: customKey(ref),
    meta: { success: 'Provider saved' },
  })
}

export function useDeleteCustomProvider(ref: string) {
  return useEndpointMutation(deleteCustomProvider, {
    input: (identifier: string) => ({ params: { ref, identifier } }),
    invalidates: customKey(ref),
    meta: { failure: 'Failed to delete the provider', success: 'Provider deleted' },
  })
}

/** The SAML providers, and the URLs that their administrators need. */
export const ssoProvidersQuery = (call: Call, ref: string) =>
  endpointQuery(call, listSsoProviders, {
    input: { params: { ref } },
    queryKey: ssoKey(ref),
  })

export const useSsoProviders = (ref: string) => useQuery(ssoProvidersQuery(useCall(), ref))

export function useCreateSsoProvider(ref: string) {
  return useEndpointMutation(createSsoProvider, {
    input: (body: SsoProviderChange) => ({ params: { ref }, body }),
    invalidates: ssoKey(ref),
    meta: { success: 'Provider created' },
  })
}

export function useUpdateSsoProvider(ref: string, id: string) {
  return useEndpointMutation(updateSsoProvider, {
    input: (body: SsoProviderChange) => ({ params: { ref, provider_id: id }, body }),
    invalidates: ssoKey(ref),
    meta: { success: 'Provider saved' },
  })
}

export function useDeleteSsoProvider(ref: string) {
  return useEndpointMutation(deleteSsoProvider, {
    input: (id: string) => ({ params: { ref, provider_id: id } }),
    invalidates: ssoKey(ref),
    meta: { failure: 'Failed to delete the provider', success: 'Provider deleted' },
  })
}
