/** The part of branches that other resources use. */
export { createBranch, requireCopyable } from './create-branch.ts'
export {
  deleteAllBranches,
  deleteBranch,
  restoreBranch,
  scheduleBranchDeletion,
} from './delete-branch.ts'
export { listBranches, readBranchNamed, requireBranch } from './read-branches.ts'
export { resetBranch } from './reset-branch.ts'
export { updateBranch } from './update-branch.ts'
