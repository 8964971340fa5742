// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/meta/sql-drafts.ts'

export const draftSql: OperationsOf<typeof source.draftSql> = {
  method: 'POST',
  path: '/platform/meta/{ref}/sql-drafts',
  access: 'database:read',
}
