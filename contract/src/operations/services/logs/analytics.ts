// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/logs/analytics.ts'

export const readAnalyticsLogs: OperationsOf<typeof source.readAnalyticsLogs> = {
  method: 'GET',
  path: '/v1/projects/{ref}/analytics/endpoints/logs.all',
  access: 'logs:read',
}

export const readApiCounts: OperationsOf<typeof source.readApiCounts> = {
  method: 'GET',
  path: '/v1/projects/{ref}/analytics/endpoints/usage.api-counts',
  access: 'logs:read',
}

export const readApiRequestsCount: OperationsOf<typeof source.readApiRequestsCount> = {
  method: 'GET',
  path: '/v1/projects/{ref}/analytics/endpoints/usage.api-requests-count',
  access: 'logs:read',
}

export const readProjectAnalyticsLogs: OperationsOf<typeof source.readProjectAnalyticsLogs> = {
  method: 'GET',
  path: '/platform/projects/{ref}/analytics/endpoints/logs.all',
  access: 'logs:read',
}
