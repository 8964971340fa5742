// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/meta/describe.ts'

export const describeObject: OperationsOf<typeof source.describeObject> = {
  method: 'GET',
  path: '/platform/meta/{ref}/described-object',
  access: 'database:read',
}
