import { getPermissions } from '@stoa/contract/platform/profile'
import { useQuery } from '@tanstack/react-query'
import { freshFor } from '../client/freshness.ts'
import { useProfile } from './profile.ts'
import { useAccountId, useCall } from '../client/client-context.ts'

/**
 * The signed-in user's permissions in each organization. Disabled while the profile lists
 * `permissions` in its disabled features. A failure is always reported.
 */
export function usePermissions() {
  const call = useCall()
  const account = useAccountId()
  const { data: profile } = useProfile()
  const isOffered = profile !== undefined && !profile.disabled_features.includes('permissions')
  return useQuery({
    queryKey: ['permissions'],
    staleTime: freshFor.permissions,
    queryFn: ({ signal }) => call(getPermissions, { signal }),
    enabled: account !== undefined && isOffered,
    meta: { tag: 'permissions' },
  })
}
