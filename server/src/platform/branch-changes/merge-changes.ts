import type { MergeDirection } from '@stoa/contract/platform/branch-changes'
import type { Member } from '../../project/member.ts'
import {
  authorOf,
  nameOfWords,
  originOf,
  recordingStatements,
} from '../../project/migration-record.ts'
import { PLATFORM_SCHEMAS } from '../../postgres/platform-schemas.ts'
import { applyPlan, segmentsOf } from '../../postgres/schema-diff/apply-plan.ts'
import { targetMoved } from '../../postgres/schema-diff/errors.ts'
import type { SchemaPlan } from '../../postgres/schema-diff/plan-changes.ts'
import { audit, type Actor } from '../audit.ts'
import type { ProjectScope } from '../access/port.ts'
import type { Context } from '../context.ts'
import { mergeConflicts, planOutdated } from './errors.ts'
import type { BranchRow } from './queries.ts'
import { planMerge } from './review-changes.ts'
import { storeSnapshot } from './snapshots.ts'
import { withTwoProjects, type TwoProjects } from './two-projects.ts'

type Merge = {
  readonly member: Member
  readonly scope: ProjectScope
  readonly direction: MergeDirection
  readonly branch: BranchRow
  /** Null runs the current plan. */
  readonly reviewed: ReviewedPlan | null
}

/** The plan that a member has seen. */
export type ReviewedPlan = { readonly planId: string; readonly targetDigest: string }

/**
 * Runs the plan that a member has reviewed. The statements of each transaction are committed with
 * their migration, so a server that stops in between leaves nothing half done: the next comparison
 * shows the rest.
 */
export async function mergeChanges(
  context: Pick<Context, 'session' | 'clock' | 'fleet'>,
  actor: Actor,
  merge: Merge,
): Promise<{ statements: number; migrations: number }> {
  const { branch, scope, direction, reviewed } = merge
  return withTwoProjects(context.fleet, branch, { direction }, async (projects) => {
    const { plan } = await planMerge(context, branch, { projects, isKept: true })
    if (reviewed) refuseOther(plan, reviewed)
    if (plan.conflicts.length > 0) throw mergeConflicts(plan.conflicts.length)
    const entry = {
      on: { slug: scope.slug, ref: projects.target.ref },
      target: projects.source.ref,
      metadata: { direction, statements: plan.statements.length },
    }
    // The log of the platform is in another database, so the intention is recorded first.
    await audit(context.session, actor, { action: 'branch.merge', ...entry })
    try {
      await apply(plan, { ...merge, projects })
    } catch (error) {
      await audit(context.session, actor, { action: 'branch.merge_failed', ...entry })
      throw error
    }
    // After a merge the parent's own changes are left, after an update the branch's.
    if (plan.nextBase)
      await storeSnapshot(context, branch, { snapshot: plan.nextBase, isExact: true })
    return {
      statements: plan.statements.length,
      migrations: segmentsOf(plan.statements).length,
    }
  })
}

function refuseOther(plan: SchemaPlan, { planId, targetDigest }: ReviewedPlan): void {
  if (plan.targetDigest !== targetDigest) throw targetMoved()
  if (plan.id !== planId) throw planOutdated()
}

const BODIES_UNCHECKED = 'set local check_function_bodies = off'
const CREATES_ROUTINE = /^create (?:or replace )?(?:function|procedure)\b/i

/** A function can call another one that is created after it, also when the migration is replayed. */
const replayable = (statements: readonly string[]): readonly string[] =>
  statements.some((text) => CREATES_ROUTINE.test(text))
    ? [BODIES_UNCHECKED, ...statements]
    : statements

const apply = (
  plan: SchemaPlan,
  { member, direction, projects }: Merge & { readonly projects: TwoProjects },
): Promise<void> =>
  applyPlan({
    target: projects.target.database,
    plan,
    ignoredSchemas: PLATFORM_SCHEMAS,
    record: (statements) =>
      recordingStatements({
        name: nameOfWords([
          direction === 'to_parent' ? 'merge' : 'update_from',
          projects.source.ref,
        ]),
        statements: replayable(statements),
        author: authorOf(member),
        details: {
          ...originOf(member, 'branch'),
          no_rollback: 'It took over the changes of another project.',
        },
      }),
  })
