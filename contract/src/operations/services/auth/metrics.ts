// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/auth/metrics.ts'

export const readAuthMetrics: OperationsOf<typeof source.readAuthMetrics> = {
  method: 'GET',
  path: '/platform/auth/{ref}/metrics',
  access: 'auth:read',
}
