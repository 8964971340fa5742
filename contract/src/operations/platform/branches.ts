// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../endpoint.ts'
import type * as source from '../../platform/branches.ts'

export const createBranch: OperationsOf<typeof source.createBranch> = {
  method: 'POST',
  path: '/platform/projects/{ref}/branches',
  access: 'branch:write',
}

export const deleteBranch: OperationsOf<typeof source.deleteBranch> = {
  method: 'DELETE',
  path: '/platform/branches/{ref}',
  access: 'branch:write',
}

export const listBranches: OperationsOf<typeof source.listBranches> = {
  method: 'GET',
  path: '/platform/projects/{ref}/branches',
  access: 'branch:read',
}

export const resetBranch: OperationsOf<typeof source.resetBranch> = {
  method: 'POST',
  path: '/platform/branches/{ref}/reset',
  access: 'branch:write',
}

export const restoreBranch: OperationsOf<typeof source.restoreBranch> = {
  method: 'POST',
  path: '/platform/branches/{ref}/restore',
  access: 'branch:write',
}

export const updateBranch: OperationsOf<typeof source.updateBranch> = {
  method: 'PATCH',
  path: '/platform/branches/{ref}',
  access: 'branch:write',
}
