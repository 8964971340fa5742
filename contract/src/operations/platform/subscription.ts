// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../endpoint.ts'
import type * as source from '../../platform/subscription.ts'

export const getSubscription: OperationsOf<typeof source.getSubscription> = {
  method: 'GET',
  path: '/platform/organizations/{slug}/subscription',
  access: 'invoice:read',
}

export const grantCredit: OperationsOf<typeof source.grantCredit> = {
  method: 'POST',
  path: '/platform/installation/credits',
  access: 'operator',
}

export const previewPlan: OperationsOf<typeof source.previewPlan> = {
  method: 'POST',
  path: '/platform/organizations/{slug}/subscription/preview',
  access: 'subscription:update',
}

export const updateSubscription: OperationsOf<typeof source.updateSubscription> = {
  method: 'PATCH',
  path: '/platform/organizations/{slug}/subscription',
  access: 'subscription:update',
}
