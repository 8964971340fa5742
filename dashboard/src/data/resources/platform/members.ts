import {
  acceptInvitation,
  createInvitation,
  deleteInvitation,
  leaveOrganization,
  listInvitations,
  listMembers,
  removeMember,
  updateMember,
} from '@stoa/contract/operations/platform/members'
import type { Role } from '@stoa/contract/platform/permissions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { organizationKeys } from './organizations.ts'
import { permissionsKey } from './permissions.ts'
import { projectKeys } from './projects.ts'
import type { Call } from '../../client/api.ts'
import { useCall } from '../../client/client-context.ts'
import { endpointQuery, useEndpointMutation } from '../../client/endpoint-hooks.ts'

const membersKey = (slug: string) => [...organizationKeys.detail(slug), 'members'] as const
const invitationsKey = (slug: string) => [...organizationKeys.detail(slug), 'invitations'] as const

export const membersQuery = (call: Call, slug: string) =>
  endpointQuery(call, listMembers, {
    input: { params: { slug } },
    queryKey: membersKey(slug),
  })

export const useMembers = (slug: string) => useQuery(membersQuery(useCall(), slug))

export const invitationsQuery = (call: Call, slug: string) =>
  endpointQuery(call, listInvitations, {
    input: { params: { slug } },
    queryKey: invitationsKey(slug),
  })

export const useInvitations = (slug: string) => useQuery(invitationsQuery(useCall(), slug))

export function useUpdateMember(slug: string) {
  return useEndpointMutation(updateMember, {
    input: ({ userId, role }: { userId: string; role: Role }) => ({
      params: { slug, user_id: userId },
      body: { role },
    }),
    // Changing one's own role changes the permissions in every record of the organization.
    invalidates: organizationKeys.all,
    meta: { failure: 'Failed to change the role', success: 'Role changed' },
  })
}

export function useRemoveMember(slug: string) {
  return useEndpointMutation(removeMember, {
    input: (userId: string) => ({ params: { slug, user_id: userId } }),
    invalidates: membersKey(slug),
    meta: { failure: 'Failed to remove the member', success: 'Member removed' },
  })
}

/**
 * Removes the user from an organization. `leave` opens another page first if theirs can no longer be
 * read.
 */
export function useLeaveOrganization({ leave }: { leave?: () => Promise<void> } = {}) {
  const queryClient = useQueryClient()
  return useEndpointMutation(leaveOrganization, {
    input: (slug: string) => ({ params: { slug } }),
    onSuccess: async (_answer, slug) => {
      await leave?.()
      queryClient.removeQueries({ queryKey: organizationKeys.detail(slug) })
      void queryClient.invalidateQueries({ queryKey: projectKeys.all })
      void queryClient.invalidateQueries({ queryKey: permissionsKey })
      return queryClient.invalidateQueries({ queryKey: organizationKeys.all })
    },
    meta: { failure: 'Failed to leave the organization' },
  })
}

/** Returns the invitation link, which cannot be read again later. */
export function useCreateInvitation(slug: string) {
  return useEndpointMutation(createInvitation, {
    input: (body: { email: string; role: Role }) => ({ params: { slug }, body }),
    invalidates: invitationsKey(slug),
  })
}

export function useDeleteInvitation(slug: string) {
  return useEndpointMutation(deleteInvitation, {
    input: (id: string) => ({ params: { slug, id } }),
    invalidates: invitationsKey(slug),
    meta: { failure: 'Failed to revoke the invitation', success: 'Invitation revoked' },
  })
}

export function useAcceptInvitation() {
  return useEndpointMutation(acceptInvitation, {
    input: (token: string) => ({ body: { token } }),
    onSuccess: (_organization, _token, _result, { client }) => {
      void client.invalidateQueries({ queryKey: projectKeys.all })
      void client.invalidateQueries({ queryKey: permissionsKey })
    },
    invalidates: organizationKeys.all,
  })
}
