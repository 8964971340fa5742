// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../endpoint.ts'
import type * as source from '../../platform/content-views.ts'

export const getQueryView: OperationsOf<typeof source.getQueryView> = {
  method: 'GET',
  path: '/platform/projects/{ref}/content/{id}/view',
  access: 'content:read',
}

export const saveQueryView: OperationsOf<typeof source.saveQueryView> = {
  method: 'PUT',
  path: '/platform/projects/{ref}/content/{id}/view',
  access: 'content:write',
}
