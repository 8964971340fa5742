// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../endpoint.ts'
import type * as source from '../../platform/content-history.ts'

export const clearHistory: OperationsOf<typeof source.clearHistory> = {
  method: 'DELETE',
  path: '/platform/projects/{ref}/content/history',
  access: 'content:read',
}

export const listPastRuns: OperationsOf<typeof source.listPastRuns> = {
  method: 'GET',
  path: '/platform/projects/{ref}/content/history',
  access: 'content:read',
}
