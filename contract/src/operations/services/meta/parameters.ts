// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/meta/parameters.ts'

export const listParameters: OperationsOf<typeof source.listParameters> = {
  method: 'GET',
  path: '/platform/meta/{ref}/parameters',
  access: 'database:read',
}
