// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/meta/types.ts'

export const generateManagedTypes: OperationsOf<typeof source.generateManagedTypes> = {
  method: 'GET',
  path: '/v1/projects/{ref}/types/typescript',
  access: 'database:read',
}

export const generateTypes: OperationsOf<typeof source.generateTypes> = {
  method: 'GET',
  path: '/platform/projects/{ref}/types/{language}',
  access: 'database:read',
}

export const listFunctions: OperationsOf<typeof source.listFunctions> = {
  method: 'GET',
  path: '/platform/meta/{ref}/functions',
  access: 'database:read',
}

export const listRelationships: OperationsOf<typeof source.listRelationships> = {
  method: 'GET',
  path: '/platform/meta/{ref}/tables/{id}/relationships',
  access: 'database:read',
}
