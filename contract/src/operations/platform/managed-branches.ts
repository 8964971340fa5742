// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../endpoint.ts'
import type * as source from '../../platform/managed-branches.ts'

export const createManagedBranch: OperationsOf<typeof source.createManagedBranch> = {
  method: 'POST',
  path: '/v1/projects/{ref}/branches',
  access: 'branch:write',
}

export const deleteManagedBranch: OperationsOf<typeof source.deleteManagedBranch> = {
  method: 'DELETE',
  path: '/v1/branches/{branch_id_or_ref}',
  access: 'signed-in',
}

export const deleteManagedBranches: OperationsOf<typeof source.deleteManagedBranches> = {
  method: 'DELETE',
  path: '/v1/projects/{ref}/branches',
  access: 'branch:write',
}

export const diffManagedBranch: OperationsOf<typeof source.diffManagedBranch> = {
  method: 'GET',
  path: '/v1/branches/{branch_id_or_ref}/diff',
  access: 'signed-in',
}

export const listManagedBranches: OperationsOf<typeof source.listManagedBranches> = {
  method: 'GET',
  path: '/v1/projects/{ref}/branches',
  access: 'branch:read',
}

export const mergeManagedBranch: OperationsOf<typeof source.mergeManagedBranch> = {
  method: 'POST',
  path: '/v1/branches/{branch_id_or_ref}/merge',
  access: 'signed-in',
}

export const readManagedBranch: OperationsOf<typeof source.readManagedBranch> = {
  method: 'GET',
  path: '/v1/projects/{ref}/branches/{name}',
  access: 'branch:read',
}

export const readManagedBranchConfig: OperationsOf<typeof source.readManagedBranchConfig> = {
  method: 'GET',
  path: '/v1/branches/{branch_id_or_ref}',
  access: 'signed-in',
}

export const resetManagedBranch: OperationsOf<typeof source.resetManagedBranch> = {
  method: 'POST',
  path: '/v1/branches/{branch_id_or_ref}/reset',
  access: 'signed-in',
}

export const restoreManagedBranch: OperationsOf<typeof source.restoreManagedBranch> = {
  method: 'POST',
  path: '/v1/branches/{branch_id_or_ref}/restore',
  access: 'signed-in',
}

export const updateManagedBranch: OperationsOf<typeof source.updateManagedBranch> = {
  method: 'PATCH',
  path: '/v1/branches/{branch_id_or_ref}',
  access: 'signed-in',
}
