// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../endpoint.ts'
import type * as source from '../../platform/feature-flags.ts'

export const deleteFeatureFlag: OperationsOf<typeof source.deleteFeatureFlag> = {
  method: 'DELETE',
  path: '/platform/installation/feature-flags/{id}',
  access: 'operator',
}

export const getFeatureFlags: OperationsOf<typeof source.getFeatureFlags> = {
  method: 'GET',
  path: '/platform/feature-flags',
  access: 'signed-in',
}

export const listFeatureFlags: OperationsOf<typeof source.listFeatureFlags> = {
  method: 'GET',
  path: '/platform/installation/feature-flags',
  access: 'operator',
}

export const setFeatureFlag: OperationsOf<typeof source.setFeatureFlag> = {
  method: 'PUT',
  path: '/platform/installation/feature-flags',
  access: 'operator',
}

export const trackFeatureFlag: OperationsOf<typeof source.trackFeatureFlag> = {
  method: 'POST',
  path: '/platform/telemetry/feature-flags/track',
  access: 'signed-in',
}
