// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/meta/row-references.ts'

export const listRowReferences: OperationsOf<typeof source.listRowReferences> = {
  method: 'POST',
  path: '/platform/meta/{ref}/tables/{id}/rows/references',
  access: 'database:read',
}
