// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../endpoint.ts'
import type * as source from '../../platform/connection-pooling.ts'

export const connectionPooling: OperationsOf<typeof source.connectionPooling> = {
  name: 'connection_pooling',
  read: {
    method: 'GET',
    path: '/platform/projects/{ref}/config/connection-pooling',
    access: 'project:read',
  },
  update: {
    method: 'PATCH',
    path: '/platform/projects/{ref}/config/connection-pooling',
    access: 'project:update',
  },
}

export const readManagedPgBouncer: OperationsOf<typeof source.readManagedPgBouncer> = {
  method: 'GET',
  path: '/v1/projects/{ref}/config/database/pgbouncer',
  access: 'project:read',
}

export const readPooler: OperationsOf<typeof source.readPooler> = {
  method: 'GET',
  path: '/platform/projects/{ref}/pooler',
  access: 'project:read',
}

export const updateManagedPooler: OperationsOf<typeof source.updateManagedPooler> = {
  method: 'PATCH',
  path: '/v1/projects/{ref}/config/database/pooler',
  access: 'project:update',
}
