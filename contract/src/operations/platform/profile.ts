// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../endpoint.ts'
import type * as source from '../../platform/profile.ts'

export const checkPassword: OperationsOf<typeof source.checkPassword> = {
  method: 'POST',
  path: '/platform/profile/password-check',
  access: 'signed-in',
}

export const createProfile: OperationsOf<typeof source.createProfile> = {
  method: 'POST',
  path: '/platform/profile',
  access: 'signed-in',
}

export const deleteAccount: OperationsOf<typeof source.deleteAccount> = {
  method: 'POST',
  path: '/platform/profile/delete',
  access: 'signed-in',
}

export const getPermissions: OperationsOf<typeof source.getPermissions> = {
  method: 'GET',
  path: '/platform/profile/permissions',
  access: 'signed-in',
}

export const getProfile: OperationsOf<typeof source.getProfile> = {
  method: 'GET',
  path: '/platform/profile',
  access: 'signed-in',
}

export const updateProfile: OperationsOf<typeof source.updateProfile> = {
  method: 'PATCH',
  path: '/platform/profile',
  access: 'signed-in',
}
