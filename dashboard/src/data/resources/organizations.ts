import {
  createOrganization,
  deleteOrganization,
  listOrganizations,
  updateOrganization,
  type Organization,
  type PlanId,
} from '@stoa/contract/platform/organizations'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Call } from '../client/api.ts'
import { freshFor } from '../client/freshness.ts'
import { useProfile } from './profile.ts'
import { useCall } from '../client/client-context.ts'

export const organizationKeys = {
  all: ['organizations'] as const,
  list: ['organizations', 'list'] as const,
  detail: (slug: string) => ['organizations', 'detail', slug] as const,
}

export const organizationsQuery = (call: Call) =>
  queryOptions({
    queryKey: organizationKeys.list,
    staleTime: freshFor.overview,
    queryFn: ({ signal }) => call(listOrganizations, { signal }),
    select: sortByName,
  })

/** The user's organizations, sorted by name. Loaded once the profile is available. */
export function useOrganizations() {
  const call = useCall()
  const profile = useProfile()
  return useQuery({ ...organizationsQuery(call), enabled: profile.isSuccess })
}

export function useCreateOrganization() {
  const call = useCall()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { name: string; plan: PlanId }) => call(createOrganization, { body }),
    onSuccess: (organization) => {
      queryClient.setQueryData(organizationKeys.detail(organization.slug), organization)
      return queryClient.invalidateQueries({ queryKey: organizationKeys.list })
    },
    meta: { failure: 'Failed to create the organization' },
  })
}

export function useUpdateOrganization(slug: string) {
  const call = useCall()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { name: string }) => call(updateOrganization, { params: { slug }, body }),
    onSuccess: (organization) => {
      queryClient.setQueryData(organizationKeys.detail(slug), organization)
      return queryClient.invalidateQueries({ queryKey: organizationKeys.list })
    },
    meta: { failure: 'Failed to rename the organization', success: 'Organization renamed' },
  })
}

/** Changes whether members need a second factor. */
export function useRequireMfa(slug: string) {
  const call = useCall()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (isRequired: boolean) =>
      call(updateOrganization, {
        params: { slug },
        body: { organization_requires_mfa: isRequired },
      }),
    onSuccess: (organization) => {
      queryClient.setQueryData(organizationKeys.detail(slug), organization)
      return queryClient.invalidateQueries({ queryKey: organizationKeys.list })
    },
    meta: {
      failure: 'Failed to change the requirement',
      success: 'Sign-in requirement saved',
    },
  })
}

/** `leave` navigates away from the organization's pages before it is removed from the cache. */
export function useDeleteOrganization(slug: string, { leave }: { leave: () => Promise<void> }) {
  const call = useCall()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(deleteOrganization, { params: { slug } }),
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
