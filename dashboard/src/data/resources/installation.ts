import {
  claimInstallation,
  getInstallation,
  updateInstallation,
  type SignUpPolicy,
} from '@stoa/contract/platform/installation'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCall } from '../client/client-context.ts'

const installationKey = ['installation'] as const

/** The installation's public properties, available before sign-in. */
export function useInstallation() {
  const call = useCall()
  return useQuery({
    queryKey: installationKey,
    queryFn: ({ signal }) => call(getInstallation, { signal }),
  })
}

export function useUpdateInstallation() {
  const call = useCall()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { sign_up: SignUpPolicy }) => call(updateInstallation, { body }),
    onSuccess: (installation) => queryClient.setQueryData(installationKey, installation),
    meta: { failure: 'Failed to save the installation settings', success: 'Installation saved' },
  })
}

export function useClaimInstallation() {
  const call = useCall()
  return useMutation({
    mutationFn: (body: { token: string; email: string; password: string }) =>
      call(claimInstallation, { body }),
  })
}
