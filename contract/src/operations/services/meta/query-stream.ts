// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/meta/query-stream.ts'

export const exportQuery: OperationsOf<typeof source.exportQuery> = {
  method: 'POST',
  path: '/platform/meta/{ref}/query/export',
  access: 'database:read',
}

export const streamQuery: OperationsOf<typeof source.streamQuery> = {
  method: 'POST',
  path: '/platform/meta/{ref}/query/stream',
  access: 'database:read',
}
