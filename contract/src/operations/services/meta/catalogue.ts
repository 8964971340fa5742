// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/meta/catalogue.ts'

export const getTable: OperationsOf<typeof source.getTable> = {
  method: 'GET',
  path: '/platform/meta/{ref}/tables/{id}',
  access: 'database:read',
}

export const getTableDefinition: OperationsOf<typeof source.getTableDefinition> = {
  method: 'GET',
  path: '/platform/meta/{ref}/tables/{id}/definition',
  access: 'database:read',
}

export const listDataApiOverrides: OperationsOf<typeof source.listDataApiOverrides> = {
  method: 'GET',
  path: '/platform/meta/{ref}/data-api-overrides',
  access: 'database:read',
}

export const listNames: OperationsOf<typeof source.listNames> = {
  method: 'GET',
  path: '/platform/meta/{ref}/names',
  access: 'database:read',
}

export const listSchemas: OperationsOf<typeof source.listSchemas> = {
  method: 'GET',
  path: '/platform/meta/{ref}/schemas',
  access: 'database:read',
}

export const listTables: OperationsOf<typeof source.listTables> = {
  method: 'GET',
  path: '/platform/meta/{ref}/tables',
  access: 'database:read',
}

export const listTypes: OperationsOf<typeof source.listTypes> = {
  method: 'GET',
  path: '/platform/meta/{ref}/types',
  access: 'database:read',
}
