// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/alerts/queries.ts'

export const createScheduledQuery: OperationsOf<typeof source.createScheduledQuery> = {
  method: 'POST',
  path: '/platform/alerts/{ref}/queries',
  access: 'alerts:write',
}

export const deleteScheduledQuery: OperationsOf<typeof source.deleteScheduledQuery> = {
  method: 'DELETE',
  path: '/platform/alerts/{ref}/queries/{id}',
  access: 'alerts:write',
}

export const listQueryRuns: OperationsOf<typeof source.listQueryRuns> = {
  method: 'GET',
  path: '/platform/alerts/{ref}/queries/{id}/runs',
  access: 'alerts:read',
}

export const listScheduledQueries: OperationsOf<typeof source.listScheduledQueries> = {
  method: 'GET',
  path: '/platform/alerts/{ref}/queries',
  access: 'alerts:read',
}

export const readQueryRun: OperationsOf<typeof source.readQueryRun> = {
  method: 'GET',
  path: '/platform/alerts/{ref}/queries/{id}/runs/{run_id}',
  access: 'database:write',
}

export const runScheduledQuery: OperationsOf<typeof source.runScheduledQuery> = {
  method: 'POST',
  path: '/platform/alerts/{ref}/queries/{id}/runs',
  access: 'alerts:write',
}

export const updateScheduledQuery: OperationsOf<typeof source.updateScheduledQuery> = {
  method: 'PATCH',
  path: '/platform/alerts/{ref}/queries/{id}',
  access: 'alerts:write',
}
