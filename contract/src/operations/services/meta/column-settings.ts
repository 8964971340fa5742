// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/meta/column-settings.ts'

export const getColumnOptions: OperationsOf<typeof source.getColumnOptions> = {
  method: 'GET',
  path: '/platform/meta/{ref}/column-options',
  access: 'database:read',
}

export const getColumnSettings: OperationsOf<typeof source.getColumnSettings> = {
  method: 'GET',
  path: '/platform/meta/{ref}/tables/{id}/columns/{position}',
  access: 'database:read',
}
