// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/meta/looks.ts'

export const bringBack: OperationsOf<typeof source.bringBack> = {
  method: 'POST',
  path: '/platform/meta/{ref}/look/bring-back',
  access: 'database:write',
}

export const cancelPastQuery: OperationsOf<typeof source.cancelPastQuery> = {
  method: 'POST',
  path: '/platform/meta/{ref}/look/query/{run_id}/cancel',
  access: 'database:read',
}

export const listPastTables: OperationsOf<typeof source.listPastTables> = {
  method: 'GET',
  path: '/platform/meta/{ref}/look/tables',
  access: 'database:read',
}

export const previewBringBack: OperationsOf<typeof source.previewBringBack> = {
  method: 'POST',
  path: '/platform/meta/{ref}/look/bring-back/preview',
  access: 'database:write',
}

export const runPastQuery: OperationsOf<typeof source.runPastQuery> = {
  method: 'POST',
  path: '/platform/meta/{ref}/look/query',
  access: 'database:read',
}
