// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/meta/policy-tests.ts'

export const testPolicies: OperationsOf<typeof source.testPolicies> = {
  method: 'POST',
  path: '/platform/meta/{ref}/policy-tests',
  access: 'database:write',
}
