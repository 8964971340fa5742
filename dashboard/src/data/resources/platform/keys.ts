import type { ApiKeyKind, SigningAlgorithm } from '@stoa/contract/platform/keys'
import {
  createApiKey,
  createSigningKey,
  deleteApiKey,
  deleteSigningKey,
  getApiKeys,
  listSigningKeys,
  revealApiKey,
  revealSecrets,
  revealSigningKey,
  revokeSigningKey,
  rotateSigningKey,
  setLegacyApiKeys,
} from '@stoa/contract/operations/platform/keys'
import { setDatabasePassword } from '@stoa/contract/operations/platform/projects'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { projectKeys } from './projects.ts'
import type { Call } from '../../client/api.ts'
import { endpointQuery, useEndpointMutation } from '../../client/endpoint-hooks.ts'
import { useCall } from '../../client/client-context.ts'

const apiKeysKey = (ref: string) => [...projectKeys.detail(ref), 'api-keys'] as const
const signingKeysKey = (ref: string) => [...projectKeys.detail(ref), 'signing-keys'] as const

/** The project's API keys. Only keys that are safe in a browser include their full value. */
export const publicKeysQuery = (call: Call, ref: string) =>
  endpointQuery(call, getApiKeys, {
    input: { params: { ref } },
    queryKey: apiKeysKey(ref),
  })

export const usePublicKeys = (ref: string, { enabled = true } = {}) =>
  useQuery({ ...publicKeysQuery(useCall(), ref), enabled })

/**
 * Reads the project's secrets. It is a mutation because each read is recorded in the audit log and
 * because the result must not outlive the calling component.
 */
export function useRevealSecrets(ref: string) {
  return useEndpointMutation(revealSecrets, {
    input: () => ({ params: { ref } }),
    gcTime: 0,
    meta: { failure: 'Failed to reveal the secrets' },
  })
}

export function useCreateApiKey(ref: string) {
  return useEndpointMutation(createApiKey, {
    input: (body: { kind: ApiKeyKind; name: string; description?: string | undefined }) => ({
      params: { ref },
      body,
    }),
    gcTime: 0,
    invalidates: apiKeysKey(ref),
  })
}

/** Reads one key in full, with the same precautions as `useRevealSecrets`. */
export function useRevealApiKey(ref: string) {
  const call = useCall()
  return useMutation({
    mutationFn: async (id: string) => (await call(revealApiKey, { params: { ref, id } })).value,
    gcTime: 0,
    meta: { failure: 'Failed to read the key' },
  })
}

export function useDeleteApiKey(ref: string) {
  return useEndpointMutation(deleteApiKey, {
    input: (id: string) => ({ params: { ref, id } }),
    invalidates: apiKeysKey(ref),
    meta: { failure: 'Failed to delete the key', success: 'API key deleted' },
  })
}

export function useSetLegacyApiKeys(ref: string) {
  return useEndpointMutation(setLegacyApiKeys, {
    input: (enabled: boolean) => ({ params: { ref }, body: { enabled } }),
    invalidates: apiKeysKey(ref),
    meta: { failure: 'Failed to change the legacy keys' },
  })
}

/** The keys that sign access tokens, and the URL of their public halves. */
export const signingKeysQuery = (call: Call, ref: string) =>
  endpointQuery(call, listSigningKeys, {
    input: { params: { ref } },
    queryKey: signingKeysKey(ref),
  })

export const useSigningKeys = (ref: string, { enabled = true } = {}) =>
  useQuery({ ...signingKeysQuery(useCall(), ref), enabled })

export function useCreateSigningKey(ref: string) {
  return useEndpointMutation(createSigningKey, {
    input: (body: { algorithm: SigningAlgorithm; private_key?: string | undefined }) => ({
      params: { ref },
      body,
    }),
    gcTime: 0,
    invalidates: signingKeysKey(ref),
  })
}

const STEPS = {
  rotate: {
    endpoint: rotateSigningKey,
    meta: { failure: 'Failed to rotate the keys', success: 'Signing key rotated' },
  },
  revoke: {
    endpoint: revokeSigningKey,
    meta: { failure: 'Failed to revoke the key', success: 'Signing key revoked' },
  },
} as const

/** Moves a signing key to its next state. */
export function useSigningKeyStep(ref: string, step: keyof typeof STEPS) {
  const queryClient = useQueryClient()
  const { endpoint, meta } = STEPS[step]
  return useEndpointMutation(endpoint, {
    input: (id: string) => ({ params: { ref, id } }),
    // The list is also reloaded after an error, because another user may have changed the key
    // first.
    onSettled: () => queryClient.invalidateQueries({ queryKey: signingKeysKey(ref) }),
    meta,
  })
}

export function useDeleteSigningKey(ref: string) {
  const queryClient = useQueryClient()
  return useEndpointMutation(deleteSigningKey, {
    input: (id: string) => ({ params: { ref, id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: signingKeysKey(ref) }),
    meta: { failure: 'Failed to delete the key' },
  })
}

/** Reads the secret or private key, with the same precautions as `useRevealSecrets`. */
export function useRevealSigningKey(ref: string) {
  const call = useCall()
  return useMutation({
    mutationFn: async (id: string) =>
      (await call(revealSigningKey, { params: { ref, id } })).private_key,
    gcTime: 0,
    meta: { failure: 'Failed to read the key' },
  })
}

export function useSetDatabasePassword(ref: string) {
  return useEndpointMutation(setDatabasePassword, {
    input: (password: string) => ({ params: { ref }, body: { password } }),
    meta: { success: 'Database password changed' },
  })
}
