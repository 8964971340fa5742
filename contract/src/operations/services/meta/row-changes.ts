// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/meta/row-changes.ts'

export const changeRows: OperationsOf<typeof source.changeRows> = {
  method: 'POST',
  path: '/platform/meta/{ref}/tables/{id}/rows/changes',
  access: 'database:write',
}

export const readSaveOutcome: OperationsOf<typeof source.readSaveOutcome> = {
  method: 'POST',
  path: '/platform/meta/{ref}/saved-changes/outcome',
  access: 'database:write',
}
