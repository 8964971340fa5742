// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/storage/settings.ts'

export const storageSettings: OperationsOf<typeof source.storageSettings> = {
  name: 'storage',
  read: {
    method: 'GET',
    path: '/platform/projects/{ref}/config/storage',
    access: 'project:read',
  },
  update: {
    method: 'PATCH',
    path: '/platform/projects/{ref}/config/storage',
    access: 'project:update',
  },
}
