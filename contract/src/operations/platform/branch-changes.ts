// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../endpoint.ts'
import type * as source from '../../platform/branch-changes.ts'

export const getBranchChanges: OperationsOf<typeof source.getBranchChanges> = {
  method: 'GET',
  path: '/platform/projects/{ref}/branch-changes',
  access: 'database:read',
}

export const mergeBranch: OperationsOf<typeof source.mergeBranch> = {
  method: 'POST',
  path: '/platform/projects/{ref}/branch-changes/merge',
  access: 'database:write',
}

export const planBranchMerge: OperationsOf<typeof source.planBranchMerge> = {
  method: 'POST',
  path: '/platform/projects/{ref}/branch-changes/plan',
  access: 'database:write',
}
