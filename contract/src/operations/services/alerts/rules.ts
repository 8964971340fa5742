// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/alerts/rules.ts'

export const createAlertRule: OperationsOf<typeof source.createAlertRule> = {
  method: 'POST',
  path: '/platform/alerts/{ref}/rules',
  access: 'alerts:write',
}

export const deleteAlertRule: OperationsOf<typeof source.deleteAlertRule> = {
  method: 'DELETE',
  path: '/platform/alerts/{ref}/rules/{id}',
  access: 'alerts:write',
}

export const listAlertEvents: OperationsOf<typeof source.listAlertEvents> = {
  method: 'GET',
  path: '/platform/alerts/{ref}/events',
  access: 'alerts:read',
}

export const listAlertRules: OperationsOf<typeof source.listAlertRules> = {
  method: 'GET',
  path: '/platform/alerts/{ref}/rules',
  access: 'alerts:read',
}

export const snoozeAlertRule: OperationsOf<typeof source.snoozeAlertRule> = {
  method: 'POST',
  path: '/platform/alerts/{ref}/rules/{id}/snooze',
  access: 'alerts:write',
}

export const updateAlertRule: OperationsOf<typeof source.updateAlertRule> = {
  method: 'PATCH',
  path: '/platform/alerts/{ref}/rules/{id}',
  access: 'alerts:write',
}
