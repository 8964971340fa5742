// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../endpoint.ts'
import type * as source from '../../platform/compute.ts'

export const readCompute: OperationsOf<typeof source.readCompute> = {
  method: 'GET',
  path: '/platform/projects/{ref}/compute',
  access: 'project:read',
}

export const resizeProject: OperationsOf<typeof source.resizeProject> = {
  method: 'PUT',
  path: '/platform/projects/{ref}/compute',
  access: 'project:update',
}
