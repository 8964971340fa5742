// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../endpoint.ts'
import type * as source from '../../platform/deleted-projects.ts'

export const listDeletedProjects: OperationsOf<typeof source.listDeletedProjects> = {
  method: 'GET',
  path: '/platform/organizations/{slug}/deleted-projects',
  access: 'project:delete',
}

export const removeDeletedProject: OperationsOf<typeof source.removeDeletedProject> = {
  method: 'DELETE',
  path: '/platform/organizations/{slug}/deleted-projects/{project}',
  access: 'project:delete',
}

export const restoreDeletedProject: OperationsOf<typeof source.restoreDeletedProject> = {
  method: 'POST',
  path: '/platform/organizations/{slug}/deleted-projects/{project}/restore',
  access: 'project:delete',
}
