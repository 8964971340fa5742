// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../endpoint.ts'
import type * as source from '../../platform/notifications.ts'

export const archiveNotifications: OperationsOf<typeof source.archiveNotifications> = {
  method: 'POST',
  path: '/platform/notifications/archive-all',
  access: 'signed-in',
}

export const listNotifications: OperationsOf<typeof source.listNotifications> = {
  method: 'GET',
  path: '/platform/notifications',
  access: 'signed-in',
}

export const updateNotifications: OperationsOf<typeof source.updateNotifications> = {
  method: 'PATCH',
  path: '/platform/notifications',
  access: 'signed-in',
}
