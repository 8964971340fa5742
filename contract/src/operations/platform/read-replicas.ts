// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../endpoint.ts'
import type * as source from '../../platform/read-replicas.ts'

export const addReadReplica: OperationsOf<typeof source.addReadReplica> = {
  method: 'POST',
  path: '/platform/projects/{ref}/read-replicas',
  access: 'replica:write',
}

export const listReadReplicas: OperationsOf<typeof source.listReadReplicas> = {
  method: 'GET',
  path: '/platform/projects/{ref}/read-replicas',
  access: 'database:read',
}

export const removeReadReplica: OperationsOf<typeof source.removeReadReplica> = {
  method: 'DELETE',
  path: '/platform/projects/{ref}/read-replicas/{replica_id}',
  access: 'replica:write',
}
