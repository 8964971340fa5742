// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../endpoint.ts'
import type * as source from '../../platform/schema-layouts.ts'

export const deleteSchemaLayout: OperationsOf<typeof source.deleteSchemaLayout> = {
  method: 'DELETE',
  path: '/platform/projects/{ref}/schema-layouts',
  access: 'content:write',
}

export const getSchemaLayouts: OperationsOf<typeof source.getSchemaLayouts> = {
  method: 'GET',
  path: '/platform/projects/{ref}/schema-layouts',
  access: 'content:read',
}

export const saveSchemaLayout: OperationsOf<typeof source.saveSchemaLayout> = {
  method: 'PUT',
  path: '/platform/projects/{ref}/schema-layouts',
  access: 'content:write',
}

export const shareSchemaLayout: OperationsOf<typeof source.shareSchemaLayout> = {
  method: 'PUT',
  path: '/platform/projects/{ref}/schema-layouts/shared',
  access: 'database:write',
}
