// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/meta/extensions.ts'

export const listExtensions: OperationsOf<typeof source.listExtensions> = {
  method: 'GET',
  path: '/platform/meta/{ref}/objects/extensions',
  access: 'database:read',
}
