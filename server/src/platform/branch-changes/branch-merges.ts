import type {
  BranchChanges,
  BranchPlan,
  MergeDirection,
} from '@stoa/contract/platform/branch-changes'
import type { Permission } from '@stoa/contract/platform/permissions'
import type { Member } from '../../project/member.ts'
import type { ProjectScope } from '../access/port.ts'
import type { Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { createComparisons } from './comparisons.ts'
import { mergeRunning } from './errors.ts'
import { mergeChanges, type ReviewedPlan } from './merge-changes.ts'
import type { BranchRow } from './queries.ts'
import { planScript, readChanges, requireBranchRow, reviewChanges } from './review-changes.ts'

export type Review = {
  readonly member: Member
  /** The branch. */
  readonly scope: ProjectScope
  readonly direction: MergeDirection
}

/** The verbs of all doors, which share one queue. Each needs its permission on the parent as well. */
export type BranchMerges = {
  read(review: Review): Promise<BranchChanges>
  review(review: Review): Promise<BranchPlan>
  /** The SQL of all changes of the branch, without a trial. */
  script(review: Review, schemas: readonly string[] | null): Promise<string>
  /** Runs the plan that was reviewed, or without one, the current plan. */
  merge(
    actor: Actor,
    review: Review,
    reviewed: ReviewedPlan | null,
  ): Promise<{ statements: number; migrations: number }>
}

export function createBranchMerges(context: Context): BranchMerges {
  const comparisons = createComparisons()
  /** The projects that a merge is running into. */
  const targets = new Set<string>()

  async function branchOf({ member, scope }: Review, permission: Permission): Promise<BranchRow> {
    const branch = await requireBranchRow(context, scope.ref)
    await context.access.requireOn(member, branch.parent_ref, permission)
    return branch
  }

  return {
    async read(review) {
      const branch = await branchOf(review, 'database:read')
      return comparisons.run(() => readChanges(context, branch, review))
    },
    async review(review) {
      const branch = await branchOf(review, 'database:write')
      return comparisons.run(() => reviewChanges(context, branch, review))
    },
    async script(review, schemas) {
      const branch = await branchOf(review, 'database:read')
      return comparisons.run(() => planScript(context, branch, { ...review, schemas }))
    },
    async merge(actor, review, reviewed) {
      const branch = await branchOf(review, 'database:write')
      const target = review.direction === 'to_parent' ? branch.parent_ref : branch.ref
      if (targets.has(target)) throw mergeRunning()
      targets.add(target)
      try {
        return await comparisons.run(() =>
          mergeChanges(context, actor, { ...review, branch, reviewed }),
        )
      } finally {
        targets.delete(target)
      }
    },
  }
}
