import {
  acceptInvitation,
  createInvitation,
  deleteInvitation,
  listInvitations,
  listMembers,
  removeMember,
  updateMember,
  type Member,
} from '@stoa/contract/platform/members'
import type { Role } from '@stoa/contract/platform/permissions'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { organizationKeys } from './organizations.ts'
import { projectKeys } from './projects.ts'
import { useCall } from '../client/client-context.ts'

const membersKey = (slug: string) => [...organizationKeys.detail(slug), 'members'] as const
const invitationsKey = (slug: string) => [...organizationKeys.detail(slug), 'invitations'] as const

export function useMembers(slug: string) {
  const call = useCall()
  return useQuery({
    queryKey: membersKey(slug),
    queryFn: ({ signal }) => call(listMembers, { params: { slug }, signal }),
  })
}

export function useInvitations(slug: string) {
  const call = useCall()
  return useQuery({
    queryKey: invitationsKey(slug),
    queryFn: ({ signal }) => call(listInvitations, { params: { slug }, signal }),
  })
}

export function useUpdateMember(slug: string) {
  const call = useCall()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ userId, role }: { userId: string; role: Role }) =>
      call(updateMember, { params: { slug, user_id: userId }, body: { role } }),
    // Changing one's own role changes the permissions in every record of the organization.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: organizationKeys.all }),
    meta: { failure: 'Failed to change the role', success: 'Role changed' },
  })
}

/** Users who remove themselves leave the page first, because they can no longer read its data. */
export function useRemoveMember(slug: string, { leave }: { leave: () => Promise<void> }) {
  const call = useCall()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ user_id }: Pick<Member, 'user_id' | 'is_self'>) =>
      call(removeMember, { params: { slug, user_id } }),
    onSuccess: async (_answer, { is_self }) => {
      if (!is_self) return queryClient.invalidateQueries({ queryKey: membersKey(slug) })
      await leave()
      queryClient.removeQueries({ queryKey: organizationKeys.detail(slug) })
      void queryClient.invalidateQueries({ queryKey: projectKeys.all })
      return queryClient.invalidateQueries({ queryKey: organizationKeys.list })
    },
    meta: { failure: 'Failed to remove the member', success: 'Member removed' },
  })
}

/** Returns the invitation link, which cannot be read again later. */
export function useCreateInvitation(slug: string) {
  const call = useCall()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { email: string; role: Role }) =>
      call(createInvitation, { params: { slug }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: invitationsKey(slug) }),
  })
}

export function useDeleteInvitation(slug: string) {
  const call = useCall()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(deleteInvitation, { params: { slug, id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: invitationsKey(slug) }),
    meta: { failure: 'Failed to withdraw the invitation', success: 'Invitation withdrawn' },
  })
}

export function useAcceptInvitation() {
  const call = useCall()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (token: string) => call(acceptInvitation, { body: { token } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: organizationKeys.all }),
  })
}
