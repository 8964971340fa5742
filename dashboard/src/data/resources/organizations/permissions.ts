import { getPermissions } from '@stoa/contract/operations/platform/profile'
import { useEndpointQuery } from '../../client/endpoint-hooks.ts'
import { freshFor } from '../../client/freshness.ts'
import { useProfile } from '../accounts/profile.ts'
import { useAccountId } from '../../client/client-context.ts'

export const permissionsKey = ['permissions'] as const

/**
 * The signed-in user's permissions in each organization. Disabled while the profile lists
 * `permissions` in its disabled features. A failure is always reported.
 */
export function usePermissions() {
  const account = useAccountId()
  const { data: profile } = useProfile()
  const isOffered = profile !== undefined && !profile.disabled_features.includes('permissions')
  return useEndpointQuery(getPermissions, {
    input: {},
    queryKey: permissionsKey,
    staleTime: freshFor.permissions,
    enabled: account !== undefined && isOffered,
    meta: { tag: 'permissions' },
  })
}
