// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/meta/constraints.ts'

export const addConstraint: OperationsOf<typeof source.addConstraint> = {
  method: 'POST',
  path: '/platform/meta/{ref}/tables/{id}/constraints',
  access: 'database:write',
}

export const checkConstraint: OperationsOf<typeof source.checkConstraint> = {
  method: 'POST',
  path: '/platform/meta/{ref}/constraint-checks',
  access: 'database:write',
}

export const deleteConstraint: OperationsOf<typeof source.deleteConstraint> = {
  method: 'DELETE',
  path: '/platform/meta/{ref}/tables/{id}/constraints/{constraint}',
  access: 'database:write',
}

export const renameConstraint: OperationsOf<typeof source.renameConstraint> = {
  method: 'PATCH',
  path: '/platform/meta/{ref}/tables/{id}/constraints/{constraint}',
  access: 'database:write',
}

export const validateConstraint: OperationsOf<typeof source.validateConstraint> = {
  method: 'POST',
  path: '/platform/meta/{ref}/tables/{id}/constraints/{constraint}/validate',
  access: 'database:write',
}
