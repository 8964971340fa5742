// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/meta/table-settings.ts'

export const getTableProgress: OperationsOf<typeof source.getTableProgress> = {
  method: 'GET',
  path: '/platform/meta/{ref}/tables/{id}/progress',
  access: 'database:read',
}

export const getTableSettings: OperationsOf<typeof source.getTableSettings> = {
  method: 'GET',
  path: '/platform/meta/{ref}/tables/{id}/settings',
  access: 'database:read',
}
