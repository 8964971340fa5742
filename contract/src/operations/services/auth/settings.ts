// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/auth/settings.ts'

export const authSettings: OperationsOf<typeof source.authSettings> = {
  name: 'auth',
  read: {
    method: 'GET',
    path: '/platform/projects/{ref}/config/auth',
    access: 'project:read',
  },
  update: {
    method: 'PATCH',
    path: '/platform/projects/{ref}/config/auth',
    access: 'project:update',
  },
}
