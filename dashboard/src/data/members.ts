import {
  acceptInvitation,
  createInvitation,
  deleteInvitation,
  listInvitations,
  listMembers,
  removeMember,
  updateMember,
} from '@stoa/contract/platform/members'
import type { Role } from '@stoa/contract/platform/permissions'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { organizationKeys } from './organizations.ts'
import { useCall } from './services.ts'

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
    // A changed role of one's own changes what every record of the organization allows.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: organizationKeys.all }),
    meta: { failure: 'Failed to change the role', success: 'Role changed' },
  })
}

export function useRemoveMember(slug: string) {
  const call = useCall()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (userId: string) => call(removeMember, { params: { slug, user_id: userId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: membersKey(slug) }),
    meta: { failure: 'Failed to remove the member', success: 'Member removed' },
  })
}

/** Answers with the link, which is shown this once. */
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
