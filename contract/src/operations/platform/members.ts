// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../endpoint.ts'
import type * as source from '../../platform/members.ts'

export const acceptInvitation: OperationsOf<typeof source.acceptInvitation> = {
  method: 'POST',
  path: '/platform/invitations/accept',
  access: 'signed-in',
}

export const createInvitation: OperationsOf<typeof source.createInvitation> = {
  method: 'POST',
  path: '/platform/organizations/{slug}/invitations',
  access: 'member:invite',
}

export const deleteInvitation: OperationsOf<typeof source.deleteInvitation> = {
  method: 'DELETE',
  path: '/platform/organizations/{slug}/invitations/{id}',
  access: 'member:invite',
}

export const leaveOrganization: OperationsOf<typeof source.leaveOrganization> = {
  method: 'POST',
  path: '/platform/organizations/{slug}/leave',
  access: 'organization:read',
}

export const listInvitations: OperationsOf<typeof source.listInvitations> = {
  method: 'GET',
  path: '/platform/organizations/{slug}/invitations',
  access: 'member:read',
}

export const listMembers: OperationsOf<typeof source.listMembers> = {
  method: 'GET',
  path: '/platform/organizations/{slug}/members',
  access: 'member:read',
}

export const readInvitation: OperationsOf<typeof source.readInvitation> = {
  method: 'POST',
  path: '/platform/invitations/read',
  access: 'public',
}

export const removeMember: OperationsOf<typeof source.removeMember> = {
  method: 'DELETE',
  path: '/platform/organizations/{slug}/members/{user_id}',
  access: 'member:remove',
}

export const updateMember: OperationsOf<typeof source.updateMember> = {
  method: 'PATCH',
  path: '/platform/organizations/{slug}/members/{user_id}',
  access: 'member:update',
}
