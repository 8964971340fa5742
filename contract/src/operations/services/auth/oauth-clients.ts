// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/auth/oauth-clients.ts'

export const createOAuthClient: OperationsOf<typeof source.createOAuthClient> = {
  method: 'POST',
  path: '/platform/auth/{ref}/oauth-clients',
  access: 'project:update',
}

export const deleteOAuthClient: OperationsOf<typeof source.deleteOAuthClient> = {
  method: 'DELETE',
  path: '/platform/auth/{ref}/oauth-clients/{client_id}',
  access: 'project:update',
}

export const listOAuthClients: OperationsOf<typeof source.listOAuthClients> = {
  method: 'GET',
  path: '/platform/auth/{ref}/oauth-clients',
  access: 'project:read',
}

export const regenerateOAuthClientSecret: OperationsOf<typeof source.regenerateOAuthClientSecret> =
  {
    method: 'POST',
    path: '/platform/auth/{ref}/oauth-clients/{client_id}/secret',
    access: 'project:update',
  }

export const updateOAuthClient: OperationsOf<typeof source.updateOAuthClient> = {
  method: 'PATCH',
  path: '/platform/auth/{ref}/oauth-clients/{client_id}',
  access: 'project:update',
}
