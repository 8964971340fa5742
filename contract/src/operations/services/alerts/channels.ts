// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/alerts/channels.ts'

export const createAlertChannel: OperationsOf<typeof source.createAlertChannel> = {
  method: 'POST',
  path: '/platform/alerts/{ref}/channels',
  access: 'alerts:write',
}

export const deleteAlertChannel: OperationsOf<typeof source.deleteAlertChannel> = {
  method: 'DELETE',
  path: '/platform/alerts/{ref}/channels/{id}',
  access: 'alerts:write',
}

export const listAlertChannels: OperationsOf<typeof source.listAlertChannels> = {
  method: 'GET',
  path: '/platform/alerts/{ref}/channels',
  access: 'alerts:read',
}

export const listAlertMessages: OperationsOf<typeof source.listAlertMessages> = {
  method: 'GET',
  path: '/platform/alerts/{ref}/channels/{id}/messages',
  access: 'alerts:read',
}

export const listAlertRecipients: OperationsOf<typeof source.listAlertRecipients> = {
  method: 'GET',
  path: '/platform/alerts/{ref}/recipients',
  access: 'alerts:write',
}

export const testAlertChannel: OperationsOf<typeof source.testAlertChannel> = {
  method: 'POST',
  path: '/platform/alerts/{ref}/channels/{id}/test',
  access: 'alerts:write',
}

export const updateAlertChannel: OperationsOf<typeof source.updateAlertChannel> = {
  method: 'PATCH',
  path: '/platform/alerts/{ref}/channels/{id}',
  access: 'alerts:write',
}
