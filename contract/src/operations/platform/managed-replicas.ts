// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../endpoint.ts'
import type * as source from '../../platform/managed-replicas.ts'

export const removeManagedReplica: OperationsOf<typeof source.removeManagedReplica> = {
  method: 'POST',
  path: '/v1/projects/{ref}/read-replicas/remove',
  access: 'replica:write',
}

export const setUpManagedReplica: OperationsOf<typeof source.setUpManagedReplica> = {
  method: 'POST',
  path: '/v1/projects/{ref}/read-replicas/setup',
  access: 'replica:write',
}
