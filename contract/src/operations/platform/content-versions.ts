// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../endpoint.ts'
import type * as source from '../../platform/content-versions.ts'

export const getVersion: OperationsOf<typeof source.getVersion> = {
  method: 'GET',
  path: '/platform/projects/{ref}/content/{id}/versions/{version}',
  access: 'content:read',
}

export const listVersions: OperationsOf<typeof source.listVersions> = {
  method: 'GET',
  path: '/platform/projects/{ref}/content/{id}/versions',
  access: 'content:read',
}

export const restoreVersion: OperationsOf<typeof source.restoreVersion> = {
  method: 'POST',
  path: '/platform/projects/{ref}/content/{id}/versions/{version}/restore',
  access: 'content:write',
}
