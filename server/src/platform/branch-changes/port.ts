/** The part of branch changes that other resources use. */
export type { BranchMerges } from './branch-merges.ts'
