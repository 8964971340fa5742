// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../endpoint.ts'
import type * as source from '../../platform/looks.ts'

export const closeLook: OperationsOf<typeof source.closeLook> = {
  method: 'DELETE',
  path: '/platform/projects/{ref}/look',
  access: 'backup:create',
}

export const openLook: OperationsOf<typeof source.openLook> = {
  method: 'POST',
  path: '/platform/projects/{ref}/look',
  access: 'backup:create',
}

export const readLook: OperationsOf<typeof source.readLook> = {
  method: 'GET',
  path: '/platform/projects/{ref}/look',
  access: 'backup:read',
}
