// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/meta/query.ts'

export const cancelQuery: OperationsOf<typeof source.cancelQuery> = {
  method: 'POST',
  path: '/platform/meta/{ref}/query/{run_id}/cancel',
  access: 'database:read',
}

export const commitTransaction: OperationsOf<typeof source.commitTransaction> = {
  method: 'POST',
  path: '/platform/meta/{ref}/transactions/{id}/commit',
  access: 'database:write',
}

export const listTransactions: OperationsOf<typeof source.listTransactions> = {
  method: 'GET',
  path: '/platform/meta/{ref}/transactions',
  access: 'database:read',
}

export const rollBackTransaction: OperationsOf<typeof source.rollBackTransaction> = {
  method: 'POST',
  path: '/platform/meta/{ref}/transactions/{id}/rollback',
  access: 'database:write',
}

export const runManagedQuery: OperationsOf<typeof source.runManagedQuery> = {
  method: 'POST',
  path: '/v1/projects/{ref}/database/query',
  access: 'database:write',
}

export const runManagedReadOnlyQuery: OperationsOf<typeof source.runManagedReadOnlyQuery> = {
  method: 'POST',
  path: '/v1/projects/{ref}/database/query/read-only',
  access: 'database:read',
}

export const runQuery: OperationsOf<typeof source.runQuery> = {
  method: 'POST',
  path: '/platform/meta/{ref}/query',
  access: 'database:read',
}
