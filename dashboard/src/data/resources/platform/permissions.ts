import type { Profile } from '@stoa/contract/platform/profile'
import { getPermissions } from '@stoa/contract/operations/platform/profile'
import { useQuery } from '@tanstack/react-query'
import type { Call } from '../../client/api.ts'
import { endpointQuery } from '../../client/endpoint-hooks.ts'
import { freshFor } from '../../client/freshness.ts'
import { useProfile } from './profile.ts'
import { useAccountId, useCall } from '../../client/client-context.ts'

export const permissionsKey = ['permissions'] as const

/** The signed-in user's permissions in each organization. A failure is always reported. */
export const permissionsQuery = (call: Call) =>
  endpointQuery(call, getPermissions, {
    input: {},
    queryKey: permissionsKey,
    staleTime: freshFor.permissions,
    meta: { tag: 'permissions' },
  })

/** False while the profile lists `permissions` in its disabled features. */
export const offersPermissions = ({ disabled_features }: Profile): boolean =>
  !disabled_features.includes('permissions')

/** Disabled unless the user is signed in and the profile offers permissions. */
export function usePermissions() {
  const account = useAccountId()
  const { data: profile } = useProfile()
  const isOffered = profile !== undefined && offersPermissions(profile)
  return useQuery({
    ...permissionsQuery(useCall()),
    enabled: account !== undefined && isOffered,
  })
}
