// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../endpoint.ts'
import type * as source from '../../platform/restriction.ts'

export const setRestriction: OperationsOf<typeof source.setRestriction> = {
  method: 'PUT',
  path: '/platform/organizations/{slug}/restriction',
  access: 'operator',
}
