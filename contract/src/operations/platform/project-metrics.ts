// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../endpoint.ts'
import type * as source from '../../platform/project-metrics.ts'

export const listProjectMetrics: OperationsOf<typeof source.listProjectMetrics> = {
  method: 'GET',
  path: '/platform/installation/projects',
  access: 'operator',
}

export const readPlatformMetrics: OperationsOf<typeof source.readPlatformMetrics> = {
  method: 'GET',
  path: '/platform/metrics',
  access: 'operator',
}
