// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/meta/bulk-changes.ts'

export const changeManyRows: OperationsOf<typeof source.changeManyRows> = {
  method: 'POST',
  path: '/platform/meta/{ref}/tables/{id}/rows/bulk-changes',
  access: 'database:write',
}
