// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/auth/members.ts'

export const countUsers: OperationsOf<typeof source.countUsers> = {
  method: 'GET',
  path: '/platform/auth/{ref}/users-count',
  access: 'auth:read',
}

export const createSignInLink: OperationsOf<typeof source.createSignInLink> = {
  method: 'POST',
  path: '/platform/auth/{ref}/users/{user_id}/sign-in-link',
  access: 'auth:write',
}

export const createUser: OperationsOf<typeof source.createUser> = {
  method: 'POST',
  path: '/platform/auth/{ref}/users',
  access: 'auth:write',
}

export const deleteUser: OperationsOf<typeof source.deleteUser> = {
  method: 'DELETE',
  path: '/platform/auth/{ref}/users/{user_id}',
  access: 'auth:write',
}

export const deleteUsers: OperationsOf<typeof source.deleteUsers> = {
  method: 'POST',
  path: '/platform/auth/{ref}/users-deletion',
  access: 'auth:write',
}

export const endUserSession: OperationsOf<typeof source.endUserSession> = {
  method: 'DELETE',
  path: '/platform/auth/{ref}/users/{user_id}/sessions/{session_id}',
  access: 'auth:write',
}

export const endUserSessions: OperationsOf<typeof source.endUserSessions> = {
  method: 'DELETE',
  path: '/platform/auth/{ref}/users/{user_id}/sessions',
  access: 'auth:write',
}

export const inviteUser: OperationsOf<typeof source.inviteUser> = {
  method: 'POST',
  path: '/platform/auth/{ref}/invite',
  access: 'auth:write',
}

export const listAuditEntries: OperationsOf<typeof source.listAuditEntries> = {
  method: 'GET',
  path: '/platform/auth/{ref}/audit',
  access: 'auth:read',
}

export const listUserRequests: OperationsOf<typeof source.listUserRequests> = {
  method: 'GET',
  path: '/platform/auth/{ref}/users/{user_id}/requests',
  access: 'auth:read',
}

export const listUserSessions: OperationsOf<typeof source.listUserSessions> = {
  method: 'GET',
  path: '/platform/auth/{ref}/users/{user_id}/sessions',
  access: 'auth:read',
}

export const listUsers: OperationsOf<typeof source.listUsers> = {
  method: 'GET',
  path: '/platform/auth/{ref}/users',
  access: 'auth:read',
}

export const readUser: OperationsOf<typeof source.readUser> = {
  method: 'GET',
  path: '/platform/auth/{ref}/users/{user_id}',
  access: 'auth:read',
}

export const removeUserFactor: OperationsOf<typeof source.removeUserFactor> = {
  method: 'DELETE',
  path: '/platform/auth/{ref}/users/{user_id}/factors/{factor_id}',
  access: 'auth:write',
}

export const removeUserPasskey: OperationsOf<typeof source.removeUserPasskey> = {
  method: 'DELETE',
  path: '/platform/auth/{ref}/users/{user_id}/passkeys/{passkey_id}',
  access: 'auth:write',
}

export const resetUserFactors: OperationsOf<typeof source.resetUserFactors> = {
  method: 'DELETE',
  path: '/platform/auth/{ref}/users/{user_id}/factors',
  access: 'auth:write',
}

export const sendUserMail: OperationsOf<typeof source.sendUserMail> = {
  method: 'POST',
  path: '/platform/auth/{ref}/users/{user_id}/send',
  access: 'auth:write',
}

export const unlinkUserIdentity: OperationsOf<typeof source.unlinkUserIdentity> = {
  method: 'DELETE',
  path: '/platform/auth/{ref}/users/{user_id}/identities/{identity_id}',
  access: 'auth:write',
}

export const updateUser: OperationsOf<typeof source.updateUser> = {
  method: 'PATCH',
  path: '/platform/auth/{ref}/users/{user_id}',
  access: 'auth:write',
}
