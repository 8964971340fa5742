// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/logs/logs.ts'

export const draftLogQuery: OperationsOf<typeof source.draftLogQuery> = {
  method: 'POST',
  path: '/platform/logs/{ref}/draft',
  access: 'logs:read',
}

export const queryLogs: OperationsOf<typeof source.queryLogs> = {
  method: 'POST',
  path: '/platform/logs/{ref}/query',
  access: 'logs:read',
}

export const readLogEvent: OperationsOf<typeof source.readLogEvent> = {
  method: 'GET',
  path: '/platform/logs/{ref}/sources/{source}/events/{id}',
  access: 'logs:read',
}

export const readLogFacets: OperationsOf<typeof source.readLogFacets> = {
  method: 'POST',
  path: '/platform/logs/{ref}/facets',
  access: 'logs:read',
}

export const readLogHistogram: OperationsOf<typeof source.readLogHistogram> = {
  method: 'POST',
  path: '/platform/logs/{ref}/histogram',
  access: 'logs:read',
}

export const readLogStorage: OperationsOf<typeof source.readLogStorage> = {
  method: 'GET',
  path: '/platform/logs/{ref}/storage',
  access: 'logs:read',
}

export const searchLogs: OperationsOf<typeof source.searchLogs> = {
  method: 'POST',
  path: '/platform/logs/{ref}/search',
  access: 'logs:read',
}

export const traceLogs: OperationsOf<typeof source.traceLogs> = {
  method: 'GET',
  path: '/platform/logs/{ref}/requests/{request_id}',
  access: 'logs:read',
}
