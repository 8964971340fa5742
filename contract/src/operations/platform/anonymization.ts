// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../endpoint.ts'
import type * as source from '../../platform/anonymization.ts'

export const getAnonymization: OperationsOf<typeof source.getAnonymization> = {
  method: 'GET',
  path: '/platform/projects/{ref}/anonymization',
  access: 'branch:read',
}

export const listAnonymizableColumns: OperationsOf<typeof source.listAnonymizableColumns> = {
  method: 'GET',
  path: '/platform/projects/{ref}/anonymization/columns',
  access: 'database:read',
}

export const saveAnonymization: OperationsOf<typeof source.saveAnonymization> = {
  method: 'PUT',
  path: '/platform/projects/{ref}/anonymization',
  access: 'branch:manage',
}
