import { getPublicKeys, revealSecrets, setDatabasePassword } from '@stoa/contract/platform/projects'
import { useMutation, useQuery } from '@tanstack/react-query'
import { projectKeys } from './projects.ts'
import { useCall } from './services.ts'

/** The keys that may stand in a browser; not asked while `enabled` is false. */
export function usePublicKeys(ref: string, { enabled = true } = {}) {
  const call = useCall()
  return useQuery({
    queryKey: [...projectKeys.detail(ref), 'public-keys'],
    queryFn: ({ signal }) => call(getPublicKeys, { params: { ref }, signal }),
    enabled,
  })
}

/**
 * Reads the project's secrets. A mutation, because each reading is written into the audit log, and
 * because its result must not outlive the component that asked.
 */
export function useRevealSecrets(ref: string) {
  const call = useCall()
  return useMutation({
    mutationFn: () => call(revealSecrets, { params: { ref } }),
    gcTime: 0,
    meta: { failure: 'Failed to read the secrets' },
  })
}

export function useSetDatabasePassword(ref: string) {
  const call = useCall()
  return useMutation({
    mutationFn: (password: string) =>
      call(setDatabasePassword, { params: { ref }, body: { password } }),
    meta: { success: 'Database password changed' },
  })
}
