// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../endpoint.ts'
import type * as source from '../../platform/managed-network.ts'

export const applyManagedRestrictions: OperationsOf<typeof source.applyManagedRestrictions> = {
  method: 'POST',
  path: '/v1/projects/{ref}/network-restrictions/apply',
  access: 'project:update',
}

export const patchManagedRestrictions: OperationsOf<typeof source.patchManagedRestrictions> = {
  method: 'PATCH',
  path: '/v1/projects/{ref}/network-restrictions',
  access: 'project:update',
}

export const readManagedEnforcement: OperationsOf<typeof source.readManagedEnforcement> = {
  method: 'GET',
  path: '/v1/projects/{ref}/ssl-enforcement',
  access: 'project:read',
}

export const readManagedRestrictions: OperationsOf<typeof source.readManagedRestrictions> = {
  method: 'GET',
  path: '/v1/projects/{ref}/network-restrictions',
  access: 'project:read',
}

export const removeManagedBans: OperationsOf<typeof source.removeManagedBans> = {
  method: 'DELETE',
  path: '/v1/projects/{ref}/network-bans',
  access: 'project:update',
}

export const retrieveEnrichedManagedBans: OperationsOf<typeof source.retrieveEnrichedManagedBans> =
  {
    method: 'POST',
    path: '/v1/projects/{ref}/network-bans/retrieve/enriched',
    access: 'project:read',
  }

export const retrieveManagedBans: OperationsOf<typeof source.retrieveManagedBans> = {
  method: 'POST',
  path: '/v1/projects/{ref}/network-bans/retrieve',
  access: 'project:read',
}

export const updateManagedEnforcement: OperationsOf<typeof source.updateManagedEnforcement> = {
  method: 'PUT',
  path: '/v1/projects/{ref}/ssl-enforcement',
  access: 'project:update',
}
