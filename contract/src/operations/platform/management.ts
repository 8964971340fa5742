// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../endpoint.ts'
import type * as source from '../../platform/management.ts'

export const createManagedOrganization: OperationsOf<typeof source.createManagedOrganization> = {
  method: 'POST',
  path: '/v1/organizations',
  access: 'signed-in',
}

export const createManagedProject: OperationsOf<typeof source.createManagedProject> = {
  method: 'POST',
  path: '/v1/projects',
  access: 'signed-in',
}

export const deleteManagedProject: OperationsOf<typeof source.deleteManagedProject> = {
  method: 'DELETE',
  path: '/v1/projects/{ref}',
  access: 'project:delete',
}

export const listManagedAddons: OperationsOf<typeof source.listManagedAddons> = {
  method: 'GET',
  path: '/v1/projects/{ref}/billing/addons',
  access: 'project:read',
}

export const listManagedApiKeys: OperationsOf<typeof source.listManagedApiKeys> = {
  method: 'GET',
  path: '/v1/projects/{ref}/api-keys',
  access: 'key:read_public',
}

export const listManagedMembers: OperationsOf<typeof source.listManagedMembers> = {
  method: 'GET',
  path: '/v1/organizations/{slug}/members',
  access: 'member:read',
}

export const listManagedOrganizations: OperationsOf<typeof source.listManagedOrganizations> = {
  method: 'GET',
  path: '/v1/organizations',
  access: 'signed-in',
}

export const listManagedProjects: OperationsOf<typeof source.listManagedProjects> = {
  method: 'GET',
  path: '/v1/projects',
  access: 'signed-in',
}

export const listManagedSnippets: OperationsOf<typeof source.listManagedSnippets> = {
  method: 'GET',
  path: '/v1/snippets',
  access: 'signed-in',
}

export const pauseManagedProject: OperationsOf<typeof source.pauseManagedProject> = {
  method: 'POST',
  path: '/v1/projects/{ref}/pause',
  access: 'project:pause',
}

export const readManagedHealth: OperationsOf<typeof source.readManagedHealth> = {
  method: 'GET',
  path: '/v1/projects/{ref}/health',
  access: 'project:read',
}

export const readManagedOrganization: OperationsOf<typeof source.readManagedOrganization> = {
  method: 'GET',
  path: '/v1/organizations/{slug}',
  access: 'organization:read',
}

export const readManagedPooler: OperationsOf<typeof source.readManagedPooler> = {
  method: 'GET',
  path: '/v1/projects/{ref}/config/database/pooler',
  access: 'project:read',
}

export const readManagedProfile: OperationsOf<typeof source.readManagedProfile> = {
  method: 'GET',
  path: '/v1/profile',
  access: 'signed-in',
}

export const readManagedProject: OperationsOf<typeof source.readManagedProject> = {
  method: 'GET',
  path: '/v1/projects/{ref}',
  access: 'project:read',
}

export const readManagedSnippet: OperationsOf<typeof source.readManagedSnippet> = {
  method: 'GET',
  path: '/v1/snippets/{id}',
  access: 'signed-in',
}

export const restoreManagedProject: OperationsOf<typeof source.restoreManagedProject> = {
  method: 'POST',
  path: '/v1/projects/{ref}/restore',
  access: 'project:pause',
}

export const updateManagedProject: OperationsOf<typeof source.updateManagedProject> = {
  method: 'PATCH',
  path: '/v1/projects/{ref}',
  access: 'project:update',
}
