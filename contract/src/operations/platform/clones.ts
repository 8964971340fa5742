// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../endpoint.ts'
import type * as source from '../../platform/clones.ts'

export const cloneProject: OperationsOf<typeof source.cloneProject> = {
  method: 'POST',
  path: '/platform/projects/{ref}/clone',
  access: 'project:create',
}
