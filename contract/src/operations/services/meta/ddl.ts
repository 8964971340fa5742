// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/meta/ddl.ts'

export const addColumn: OperationsOf<typeof source.addColumn> = {
  method: 'POST',
  path: '/platform/meta/{ref}/tables/{id}/columns',
  access: 'database:write',
}

export const createTable: OperationsOf<typeof source.createTable> = {
  method: 'POST',
  path: '/platform/meta/{ref}/tables',
  access: 'database:write',
}

export const deleteColumn: OperationsOf<typeof source.deleteColumn> = {
  method: 'DELETE',
  path: '/platform/meta/{ref}/tables/{id}/columns/{position}',
  access: 'database:write',
}

export const deleteTable: OperationsOf<typeof source.deleteTable> = {
  method: 'DELETE',
  path: '/platform/meta/{ref}/tables/{id}',
  access: 'database:write',
}

export const duplicateTable: OperationsOf<typeof source.duplicateTable> = {
  method: 'POST',
  path: '/platform/meta/{ref}/tables/{id}/duplicate',
  access: 'database:write',
}

export const previewDefinition: OperationsOf<typeof source.previewDefinition> = {
  method: 'POST',
  path: '/platform/meta/{ref}/definition-previews',
  access: 'database:write',
}

export const updateColumn: OperationsOf<typeof source.updateColumn> = {
  method: 'PATCH',
  path: '/platform/meta/{ref}/tables/{id}/columns/{position}',
  access: 'database:write',
}

export const updateTable: OperationsOf<typeof source.updateTable> = {
  method: 'PATCH',
  path: '/platform/meta/{ref}/tables/{id}',
  access: 'database:write',
}
