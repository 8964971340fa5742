// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/auth/custom-providers.ts'

export const createCustomProvider: OperationsOf<typeof source.createCustomProvider> = {
  method: 'POST',
  path: '/platform/auth/{ref}/custom-providers',
  access: 'project:update',
}

export const deleteCustomProvider: OperationsOf<typeof source.deleteCustomProvider> = {
  method: 'DELETE',
  path: '/platform/auth/{ref}/custom-providers/{identifier}',
  access: 'project:update',
}

export const listCustomProviders: OperationsOf<typeof source.listCustomProviders> = {
  method: 'GET',
  path: '/platform/auth/{ref}/custom-providers',
  access: 'project:read',
}

export const updateCustomProvider: OperationsOf<typeof source.updateCustomProvider> = {
  method: 'PATCH',
  path: '/platform/auth/{ref}/custom-providers/{identifier}',
  access: 'project:update',
}
