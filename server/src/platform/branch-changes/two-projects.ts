import type { MergeDirection } from '@stoa/contract/platform/branch-changes'
import type { Fleet } from '../../fleet/port.ts'
import type { Project } from '../../project/project.ts'
import type { BranchRow } from './queries.ts'

/** A branch and its parent, both awake. */
export type TwoProjects = {
  readonly branch: Project
  readonly parent: Project
  /** The project whose changes are taken over. */
  readonly source: Project
  readonly target: Project
}

/** Wakes a branch and its parent, and keeps both awake while the work lasts. */
export async function withTwoProjects<T>(
  fleet: Fleet,
  { ref, parent_ref: parentRef }: BranchRow,
  { direction }: { readonly direction: MergeDirection },
  work: (projects: TwoProjects) => Promise<T>,
): Promise<T> {
  const branchLease = await fleet.acquire(ref)
  try {
    const parentLease = await fleet.acquire(parentRef)
    try {
      const [branch, parent] = [branchLease.project, parentLease.project]
      return await work({
        branch,
        parent,
        source: direction === 'to_parent' ? branch : parent,
        target: direction === 'to_parent' ? parent : branch,
      })
    } finally {
      parentLease.release()
    }
  } finally {
    branchLease.release()
  }
}
