// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/query-performance/query-performance.ts'

export const listQueryStatistics: OperationsOf<typeof source.listQueryStatistics> = {
  method: 'GET',
  path: '/platform/query-performance/{ref}/queries',
  access: 'query_performance:read',
}

export const readQueryHistory: OperationsOf<typeof source.readQueryHistory> = {
  method: 'GET',
  path: '/platform/query-performance/{ref}/queries/{query_id}',
  access: 'query_performance:read',
}

export const resetQueryStatistics: OperationsOf<typeof source.resetQueryStatistics> = {
  method: 'POST',
  path: '/platform/query-performance/{ref}/reset',
  access: 'query_performance:write',
}
