// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../endpoint.ts'
import type * as source from '../../platform/disk.ts'

export const readDiskUsage: OperationsOf<typeof source.readDiskUsage> = {
  method: 'GET',
  path: '/platform/projects/{ref}/disk',
  access: 'project:read',
}

export const setDiskLimit: OperationsOf<typeof source.setDiskLimit> = {
  method: 'PUT',
  path: '/platform/projects/{ref}/disk',
  access: 'operator',
}
