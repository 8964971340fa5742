// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../endpoint.ts'
import type * as source from '../../platform/access-tokens.ts'

export const createAccessToken: OperationsOf<typeof source.createAccessToken> = {
  method: 'POST',
  path: '/platform/profile/access-tokens',
  access: 'signed-in',
}

export const deleteAccessToken: OperationsOf<typeof source.deleteAccessToken> = {
  method: 'DELETE',
  path: '/platform/profile/access-tokens/{id}',
  access: 'signed-in',
}

export const listAccessTokens: OperationsOf<typeof source.listAccessTokens> = {
  method: 'GET',
  path: '/platform/profile/access-tokens',
  access: 'signed-in',
}
