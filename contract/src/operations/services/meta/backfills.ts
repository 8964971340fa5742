// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/meta/backfills.ts'

export const cancelBackfill: OperationsOf<typeof source.cancelBackfill> = {
  method: 'POST',
  path: '/platform/meta/{ref}/backfills/{backfill}/cancel',
  access: 'database:write',
}

export const listBackfills: OperationsOf<typeof source.listBackfills> = {
  method: 'GET',
  path: '/platform/meta/{ref}/tables/{id}/backfills',
  access: 'database:read',
}

export const startBackfill: OperationsOf<typeof source.startBackfill> = {
  method: 'POST',
  path: '/platform/meta/{ref}/tables/{id}/backfills',
  access: 'database:write',
}
