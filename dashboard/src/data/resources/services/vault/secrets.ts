import type { BodyOf } from '@stoa/contract/endpoint'
import {
  createVaultSecret,
  deleteVaultSecret,
  getVaultKey,
  listVaultSecrets,
  revealVaultSecret,
  rotateVaultKey,
  updateVaultSecret,
} from '@stoa/contract/operations/services/vault/secrets'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { Call } from '../../../client/api.ts'
import { useCall } from '../../../client/client-context.ts'
import { endpointQuery, useEndpointMutation } from '../../../client/endpoint-hooks.ts'
import { projectKeys } from '../../platform/projects.ts'

export type VaultSecretDraft = BodyOf<typeof createVaultSecret>
export type VaultSecretChange = BodyOf<typeof updateVaultSecret>

const secretsKey = (ref: string) => [...projectKeys.detail(ref), 'vault-secrets'] as const

/** The secrets without their values; the server searches names and descriptions. */
export const vaultSecretsQuery = (call: Call, ref: string, search: string) =>
  endpointQuery(call, listVaultSecrets, {
    input: { params: { ref }, query: search === '' ? {} : { search } },
    queryKey: [...secretsKey(ref), 'list', search],
    placeholderData: (before) => before,
  })

export const useVaultSecrets = (ref: string, search: string) =>
  useQuery(vaultSecretsQuery(useCall(), ref, search))

export function useCreateVaultSecret(ref: string) {
  return useEndpointMutation(createVaultSecret, {
    input: (body: VaultSecretDraft) => ({ params: { ref }, body }),
    gcTime: 0,
    invalidates: secretsKey(ref),
    meta: { success: 'Secret created' },
  })
}

export function useUpdateVaultSecret(ref: string) {
  return useEndpointMutation(updateVaultSecret, {
    input: ({ id, ...body }: VaultSecretChange & { id: string }) => ({
      params: { ref, id },
      body,
    }),
    gcTime: 0,
    invalidates: secretsKey(ref),
    meta: { success: 'Secret saved' },
  })
}

export function useDeleteVaultSecret(ref: string) {
  return useEndpointMutation(deleteVaultSecret, {
    input: (id: string) => ({ params: { ref, id } }),
    invalidates: secretsKey(ref),
    meta: { failure: 'Failed to delete the secret', success: 'Secret deleted' },
  })
}

/** Reads one value, which must not outlive the calling component. */
export function useRevealVaultSecret(ref: string) {
  const call = useCall()
  return useMutation({
    mutationFn: async (id: string) =>
      (await call(revealVaultSecret, { params: { ref, id } })).value,
    gcTime: 0,
    meta: { failure: 'Failed to read the secret' },
  })
}

export const vaultKeyQuery = (call: Call, ref: string) =>
  endpointQuery(call, getVaultKey, {
    input: { params: { ref } },
    queryKey: [...secretsKey(ref), 'key'],
  })

export const useVaultKey = (ref: string) => useQuery(vaultKeyQuery(useCall(), ref))

export function useRotateVaultKey(ref: string) {
  return useEndpointMutation(rotateVaultKey, {
    input: () => ({ params: { ref } }),
    invalidates: secretsKey(ref),
    meta: { failure: 'Failed to rotate the key', success: 'Key rotated' },
  })
}
