// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/meta/activity.ts'

export const cancelSession: OperationsOf<typeof source.cancelSession> = {
  method: 'POST',
  path: '/platform/meta/{ref}/activity/cancel',
  access: 'database:write',
}

export const getActivity: OperationsOf<typeof source.getActivity> = {
  method: 'GET',
  path: '/platform/meta/{ref}/activity',
  access: 'database:read',
}

export const getWal: OperationsOf<typeof source.getWal> = {
  method: 'GET',
  path: '/platform/meta/{ref}/wal',
  access: 'database:read',
}

export const listTableSizes: OperationsOf<typeof source.listTableSizes> = {
  method: 'GET',
  path: '/platform/meta/{ref}/table-sizes',
  access: 'database:read',
}

export const terminateSession: OperationsOf<typeof source.terminateSession> = {
  method: 'POST',
  path: '/platform/meta/{ref}/activity/terminate',
  access: 'database:write',
}
