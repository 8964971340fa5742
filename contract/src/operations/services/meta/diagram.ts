// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/meta/diagram.ts'

export const getDiagram: OperationsOf<typeof source.getDiagram> = {
  method: 'GET',
  path: '/platform/meta/{ref}/diagram',
  access: 'database:read',
}

export const getSchemaDefinition: OperationsOf<typeof source.getSchemaDefinition> = {
  method: 'GET',
  path: '/platform/meta/{ref}/schema-definition',
  access: 'database:read',
}
