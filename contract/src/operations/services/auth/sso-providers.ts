// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/auth/sso-providers.ts'

export const createSsoProvider: OperationsOf<typeof source.createSsoProvider> = {
  method: 'POST',
  path: '/platform/auth/{ref}/sso-providers',
  access: 'project:update',
}

export const deleteSsoProvider: OperationsOf<typeof source.deleteSsoProvider> = {
  method: 'DELETE',
  path: '/platform/auth/{ref}/sso-providers/{provider_id}',
  access: 'project:update',
}

export const listSsoProviders: OperationsOf<typeof source.listSsoProviders> = {
  method: 'GET',
  path: '/platform/auth/{ref}/sso-providers',
  access: 'project:read',
}

export const updateSsoProvider: OperationsOf<typeof source.updateSsoProvider> = {
  method: 'PATCH',
  path: '/platform/auth/{ref}/sso-providers/{provider_id}',
  access: 'project:update',
}
