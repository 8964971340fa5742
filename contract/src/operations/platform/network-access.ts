// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../endpoint.ts'
import type * as source from '../../platform/network-access.ts'

export const liftNetworkBans: OperationsOf<typeof source.liftNetworkBans> = {
  method: 'POST',
  path: '/platform/projects/{ref}/network-bans/lift',
  access: 'project:update',
}

export const listNetworkBans: OperationsOf<typeof source.listNetworkBans> = {
  method: 'GET',
  path: '/platform/projects/{ref}/network-bans',
  access: 'project:read',
}

export const networkAccess: OperationsOf<typeof source.networkAccess> = {
  name: 'network_access',
  read: {
    method: 'GET',
    path: '/platform/projects/{ref}/config/network-access',
    access: 'project:read',
  },
  update: {
    method: 'PATCH',
    path: '/platform/projects/{ref}/config/network-access',
    access: 'project:update',
  },
}

export const readNetworkFacts: OperationsOf<typeof source.readNetworkFacts> = {
  method: 'GET',
  path: '/platform/projects/{ref}/network-access',
  access: 'project:read',
}
