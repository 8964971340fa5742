// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../endpoint.ts'
import type * as source from '../../platform/third-party-auth.ts'

export const createThirdPartyAuth: OperationsOf<typeof source.createThirdPartyAuth> = {
  method: 'POST',
  path: '/v1/projects/{ref}/config/auth/third-party-auth',
  access: 'project:update',
}

export const deleteThirdPartyAuth: OperationsOf<typeof source.deleteThirdPartyAuth> = {
  method: 'DELETE',
  path: '/v1/projects/{ref}/config/auth/third-party-auth/{tpa_id}',
  access: 'project:update',
}

export const listThirdPartyAuth: OperationsOf<typeof source.listThirdPartyAuth> = {
  method: 'GET',
  path: '/v1/projects/{ref}/config/auth/third-party-auth',
  access: 'project:read',
}

export const readThirdPartyAuth: OperationsOf<typeof source.readThirdPartyAuth> = {
  method: 'GET',
  path: '/v1/projects/{ref}/config/auth/third-party-auth/{tpa_id}',
  access: 'project:read',
}
