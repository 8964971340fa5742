import {
  claimInstallation,
  getInstallation,
  getIsolation,
  updateInstallation,
} from '@stoa/contract/operations/platform/installation'
import type { SignUpPolicy } from '@stoa/contract/platform/installation'
import { useEndpointMutation, useEndpointQuery } from '../../client/endpoint-hooks.ts'

const installationKey = ['installation'] as const

/** The installation's public properties, available before sign-in. */
export function useInstallation() {
  return useEndpointQuery(getInstallation, {
    input: {},
    queryKey: installationKey,
  })
}

/** The kernel's restrictions on functions; for operators. */
export function useIsolation() {
  return useEndpointQuery(getIsolation, {
    input: {},
    queryKey: [...installationKey, 'isolation'],
  })
}

export function useUpdateInstallation() {
  return useEndpointMutation(updateInstallation, {
    input: (body: { sign_up: SignUpPolicy }) => ({ body }),
    sets: installationKey,
    meta: { success: 'Installation saved' },
  })
}

export function useClaimInstallation() {
  return useEndpointMutation(claimInstallation, {
    input: (body: { token: string; email: string; password: string }) => ({ body }),
  })
}
