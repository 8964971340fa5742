// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/meta/row-export.ts'

export const exportRows: OperationsOf<typeof source.exportRows> = {
  method: 'POST',
  path: '/platform/meta/{ref}/tables/{id}/rows/export',
  access: 'database:read',
}
