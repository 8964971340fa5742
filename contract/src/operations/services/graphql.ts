// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../endpoint.ts'
import type * as source from '../../services/graphql.ts'

export const runGraphql: OperationsOf<typeof source.runGraphql> = {
  method: 'POST',
  path: '/platform/projects/{ref}/graphql',
  access: 'database:write',
}
