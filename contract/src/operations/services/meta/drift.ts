// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/meta/drift.ts'

export const listDrift: OperationsOf<typeof source.listDrift> = {
  method: 'GET',
  path: '/platform/meta/{ref}/drift',
  access: 'database:read',
}

export const recordDrift: OperationsOf<typeof source.recordDrift> = {
  method: 'POST',
  path: '/platform/meta/{ref}/drift-records',
  access: 'database:write',
}
