// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/realtime/settings.ts'

export const realtimeSettings: OperationsOf<typeof source.realtimeSettings> = {
  name: 'realtime',
  read: {
    method: 'GET',
    path: '/platform/projects/{ref}/config/realtime',
    access: 'project:read',
  },
  update: {
    method: 'PATCH',
    path: '/platform/projects/{ref}/config/realtime',
    access: 'project:update',
  },
}
