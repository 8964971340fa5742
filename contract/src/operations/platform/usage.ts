// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../endpoint.ts'
import type * as source from '../../platform/usage.ts'

export const readUsageReport: OperationsOf<typeof source.readUsageReport> = {
  method: 'GET',
  path: '/platform/organizations/{slug}/usage',
  access: 'organization:read',
}
