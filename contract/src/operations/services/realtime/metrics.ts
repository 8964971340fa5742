// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/realtime/metrics.ts'

export const readRealtimeMetrics: OperationsOf<typeof source.readRealtimeMetrics> = {
  method: 'GET',
  path: '/platform/realtime/{ref}/metrics',
  access: 'project:read',
}
