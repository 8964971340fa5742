// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/meta/objects.ts'

export const getFunction: OperationsOf<typeof source.getFunction> = {
  method: 'GET',
  path: '/platform/meta/{ref}/objects/functions/{id}',
  access: 'database:read',
}

export const listCustomTypes: OperationsOf<typeof source.listCustomTypes> = {
  method: 'GET',
  path: '/platform/meta/{ref}/objects/custom-types',
  access: 'database:read',
}

export const listDependents: OperationsOf<typeof source.listDependents> = {
  method: 'GET',
  path: '/platform/meta/{ref}/objects/dependents',
  access: 'database:read',
}

export const listEnumTypes: OperationsOf<typeof source.listEnumTypes> = {
  method: 'GET',
  path: '/platform/meta/{ref}/objects/enum-types',
  access: 'database:read',
}

export const listEventTriggers: OperationsOf<typeof source.listEventTriggers> = {
  method: 'GET',
  path: '/platform/meta/{ref}/objects/event-triggers',
  access: 'database:read',
}

export const listFunctions: OperationsOf<typeof source.listFunctions> = {
  method: 'GET',
  path: '/platform/meta/{ref}/objects/functions',
  access: 'database:read',
}

export const listIndexes: OperationsOf<typeof source.listIndexes> = {
  method: 'GET',
  path: '/platform/meta/{ref}/objects/indexes',
  access: 'database:read',
}

export const listPublications: OperationsOf<typeof source.listPublications> = {
  method: 'GET',
  path: '/platform/meta/{ref}/objects/publications',
  access: 'database:read',
}

export const listSchemaObjects: OperationsOf<typeof source.listSchemaObjects> = {
  method: 'GET',
  path: '/platform/meta/{ref}/objects/schemas',
  access: 'database:read',
}

export const listSequences: OperationsOf<typeof source.listSequences> = {
  method: 'GET',
  path: '/platform/meta/{ref}/objects/sequences',
  access: 'database:read',
}

export const listTableObjects: OperationsOf<typeof source.listTableObjects> = {
  method: 'GET',
  path: '/platform/meta/{ref}/objects/tables',
  access: 'database:read',
}

export const listTablePolicies: OperationsOf<typeof source.listTablePolicies> = {
  method: 'GET',
  path: '/platform/meta/{ref}/objects/policies',
  access: 'database:read',
}

export const listTriggers: OperationsOf<typeof source.listTriggers> = {
  method: 'GET',
  path: '/platform/meta/{ref}/objects/triggers',
  access: 'database:read',
}

export const listViews: OperationsOf<typeof source.listViews> = {
  method: 'GET',
  path: '/platform/meta/{ref}/objects/views',
  access: 'database:read',
}
