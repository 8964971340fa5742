// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/data-api/settings.ts'

export const dataApiSettings: OperationsOf<typeof source.dataApiSettings> = {
  name: 'data_api',
  read: {
    method: 'GET',
    path: '/platform/projects/{ref}/config/data-api',
    access: 'project:read',
  },
  update: {
    method: 'PATCH',
    path: '/platform/projects/{ref}/config/data-api',
    access: 'project:update',
  },
}
