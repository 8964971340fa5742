// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../endpoint.ts'
import type * as source from '../../platform/organizations.ts'

export const createOrganization: OperationsOf<typeof source.createOrganization> = {
  method: 'POST',
  path: '/platform/organizations',
  access: 'signed-in',
}

export const deleteOrganization: OperationsOf<typeof source.deleteOrganization> = {
  method: 'DELETE',
  path: '/platform/organizations/{slug}',
  access: 'organization:delete',
}

export const getOrganization: OperationsOf<typeof source.getOrganization> = {
  method: 'GET',
  path: '/platform/organizations/{slug}',
  access: 'organization:read',
}

export const listOrganizations: OperationsOf<typeof source.listOrganizations> = {
  method: 'GET',
  path: '/platform/organizations',
  access: 'signed-in',
}

export const updateOrganization: OperationsOf<typeof source.updateOrganization> = {
  method: 'PATCH',
  path: '/platform/organizations/{slug}',
  access: 'organization:update',
}
