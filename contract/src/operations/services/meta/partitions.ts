// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/meta/partitions.ts'

export const getTableFamily: OperationsOf<typeof source.getTableFamily> = {
  method: 'GET',
  path: '/platform/meta/{ref}/tables/{id}/family',
  access: 'database:read',
}
