import {
  createOrganization,
  deleteOrganization,
  listOrganizations,
  updateOrganization,
} from '@stoa/contract/operations/platform/organizations'
import type { Organization, PlanId } from '@stoa/contract/platform/organizations'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Call } from '../../client/api.ts'
import { useCall } from '../../client/client-context.ts'
import { endpointQuery, useEndpointMutation } from '../../client/endpoint-hooks.ts'
import { freshFor } from '../../client/freshness.ts'
import { useProfile } from './profile.ts'

export const organizationKeys = {
  all: ['organizations'] as const,
  list: ['organizations', 'list'] as const,
  detail: (slug: string) => ['organizations', 'detail', slug] as const,
}

/** The user's organizations, sorted by name. Loaded once the profile is available. */
export function useOrganizations() {
  const profile = useProfile()
  return useQuery({
    ...organizationsQuery(useCall()),
    select: sortByName,
    enabled: profile.isSuccess,
  })
}

export const organizationsQuery = (call: Call) =>
  endpointQuery(call, listOrganizations, {
    input: {},
    queryKey: organizationKeys.list,
    staleTime: freshFor.overview,
  })

export function useCreateOrganization() {
  return useEndpointMutation(createOrganization, {
    input: (body: { name: string; plan: PlanId }) => ({ body }),
    sets: ({ slug }) => organizationKeys.detail(slug),
    invalidates: organizationKeys.list,
  })
}

export function useUpdateOrganization(slug: string) {
  return useEndpointMutation(updateOrganization, {
    input: (body: { name: string }) => ({ params: { slug }, body }),
    sets: organizationKeys.detail(slug),
    replaces: { list: organizationKeys.list, key: 'slug' },
    meta: { success: 'Organization renamed' },
  })
}

/** Changes whether members need a second factor. */
export function useRequireMfa(slug: string) {
  return useEndpointMutation(updateOrganization, {
    input: (isRequired: boolean) => ({
      params: { slug },
      body: { organization_requires_mfa: isRequired },
    }),
    sets: organizationKeys.detail(slug),
    replaces: { list: organizationKeys.list, key: 'slug' },
    meta: {
      failure: 'Failed to change the sign-in requirement',
      success: 'Sign-in requirement saved',
    },
  })
}

/** `leave` navigates away from the organization's pages before it is removed from the cache. */
export function useDeleteOrganization(slug: string, { leave }: { leave: () => Promise<void> }) {
  const queryClient = useQueryClient()
  return useEndpointMutation(deleteOrganization, {
    input: () => ({ params: { slug } }),
    onSuccess: async () => {
      await leave()
      queryClient.removeQueries({ queryKey: organizationKeys.detail(slug) })
      queryClient.setQueryData<Organization[]>(organizationKeys.list, (list) =>
        list?.filter((organization) => organization.slug !== slug),
      )
    },
    meta: { failure: 'Failed to delete the organization', success: 'Organization deleted' },
  })
}

const sortByName = (list: Organization[]) =>
  list.toSorted((one, other) => one.name.localeCompare(other.name))
