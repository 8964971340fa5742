// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/meta/object-changes.ts'

export const changeObject: OperationsOf<typeof source.changeObject> = {
  method: 'POST',
  path: '/platform/meta/{ref}/object-changes',
  access: 'database:write',
}
