// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/meta/row-signal.ts'

export const readRowSignal: OperationsOf<typeof source.readRowSignal> = {
  method: 'GET',
  path: '/platform/meta/{ref}/tables/{id}/rows/signal',
  access: 'database:read',
}
