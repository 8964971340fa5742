import type { InstallationChange } from '@stoa/contract/platform/installation'
import {
  claimInstallation,
  getInstallation,
  getIsolation,
  getRecoveryState,
  updateInstallation,
} from '@stoa/contract/operations/platform/installation'
import { useQuery } from '@tanstack/react-query'
import type { Call } from '../../client/api.ts'
import { endpointQuery, useEndpointMutation } from '../../client/endpoint-hooks.ts'
import { useCall } from '../../client/client-context.ts'
import { profileKey } from './profile.ts'

const installationKey = ['installation'] as const

/** The installation's public properties, available before sign-in. */
export const installationQuery = (call: Call) =>
  endpointQuery(call, getInstallation, {
    input: {},
    queryKey: installationKey,
  })

export const useInstallation = () => useQuery(installationQuery(useCall()))

/** The kernel's restrictions on functions; for operators. */
export const isolationQuery = (call: Call) =>
  endpointQuery(call, getIsolation, {
    input: {},
    queryKey: [...installationKey, 'isolation'],
  })

export const useIsolation = () => useQuery(isolationQuery(useCall()))

/** The backups from which a lost installation can be recovered; for operators. */
export const recoveryQuery = (call: Call) =>
  endpointQuery(call, getRecoveryState, {
    input: {},
    queryKey: [...installationKey, 'recovery'],
  })

export const useRecoveryState = () => useQuery(recoveryQuery(useCall()))

export function useUpdateInstallation() {
  return useEndpointMutation(updateInstallation, {
    input: (body: InstallationChange) => ({ body }),
    sets: installationKey,
    // Whether plans have prices is a capability of the profile.
    invalidates: profileKey,
    meta: { success: 'Installation saved' },
  })
}

export function useClaimInstallation() {
  return useEndpointMutation(claimInstallation, {
    input: (body: { token: string; email: string; password: string }) => ({ body }),
  })
}
