// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/logs/drains.ts'

export const createLogDrain: OperationsOf<typeof source.createLogDrain> = {
  method: 'POST',
  path: '/platform/projects/{ref}/analytics/log-drains',
  access: 'log_drains:write',
}

export const deleteLogDrain: OperationsOf<typeof source.deleteLogDrain> = {
  method: 'DELETE',
  path: '/platform/projects/{ref}/analytics/log-drains/{token}',
  access: 'log_drains:write',
}

export const listLogDrains: OperationsOf<typeof source.listLogDrains> = {
  method: 'GET',
  path: '/platform/projects/{ref}/analytics/log-drains',
  access: 'logs:read',
}

export const pauseLogDrain: OperationsOf<typeof source.pauseLogDrain> = {
  method: 'PATCH',
  path: '/platform/projects/{ref}/analytics/log-drains/{token}',
  access: 'log_drains:write',
}

export const testLogDrain: OperationsOf<typeof source.testLogDrain> = {
  method: 'POST',
  path: '/platform/projects/{ref}/analytics/log-drains/{token}/test',
  access: 'log_drains:write',
}

export const updateLogDrain: OperationsOf<typeof source.updateLogDrain> = {
  method: 'PUT',
  path: '/platform/projects/{ref}/analytics/log-drains/{token}',
  access: 'log_drains:write',
}
