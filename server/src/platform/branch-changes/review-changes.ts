import type {
  BranchChanges,
  BranchPlan,
  MergeDirection,
} from '@stoa/contract/platform/branch-changes'
import { PLATFORM_SCHEMAS } from '../../postgres/platform-schemas.ts'
import { compareSchemas } from '../../postgres/schema-diff/compare-schemas.ts'
import { planChanges, type SchemaPlan } from '../../postgres/schema-diff/plan-changes.ts'
import type { Context } from '../context.ts'
import type { ProjectScope } from '../access/port.ts'
import { notABranch } from './errors.ts'
import { presentChanges, presentDifferences } from './present.ts'
import { findBranch, type BranchRow } from './queries.ts'
import { readBase, type Base } from './snapshots.ts'
import { withTwoProjects, type TwoProjects } from './two-projects.ts'

type Review = { readonly scope: ProjectScope; readonly direction: MergeDirection }

export async function requireBranchRow(
  { session }: Pick<Context, 'session'>,
  ref: string,
): Promise<BranchRow> {
  const branch = await findBranch(session, ref)
  if (!branch) throw notABranch()
  return branch
}

/** The differences of a branch, from the catalogs alone: it locks and runs nothing. */
export async function readChanges(
  context: Pick<Context, 'session' | 'clock' | 'fleet'>,
  { scope, direction }: Review,
): Promise<BranchChanges> {
  const branch = await requireBranchRow(context, scope.ref)
  return withTwoProjects(context.fleet, branch, { direction }, async (projects) => {
    const base = await readBase(context, branch, projects)
    const { differences, conflicts } = await compareSchemas({
      source: projects.source.database,
      target: projects.target.database,
      ignoredSchemas: PLATFORM_SCHEMAS,
      base: base.snapshot,
    })
    return presentChanges({ branch, direction, base, differences, conflicts })
  })
}

/** The statements that bring the changes to the target, after a trial there. */
export async function reviewChanges(
  context: Pick<Context, 'session' | 'clock' | 'fleet'>,
  { scope, direction }: Review,
): Promise<BranchPlan> {
  const branch = await requireBranchRow(context, scope.ref)
  return withTwoProjects(context.fleet, branch, { direction }, async (projects) => {
    const { plan, base } = await planMerge(context, branch, { projects, isKept: false })
    const { differences, conflicts } = plan
    return {
      ...presentChanges({ branch, direction, base, differences, conflicts }),
      plan_id: plan.id,
      target_digest: plan.targetDigest,
      statements: [...plan.statements],
      trial: plan.trial,
      remaining: presentDifferences(plan.remaining),
    }
  })
}

/** The plan of a merge, with the base that it was made with. */
export async function planMerge(
  context: Pick<Context, 'session' | 'clock'>,
  branch: BranchRow,
  { projects, isKept }: { readonly projects: TwoProjects; readonly isKept: boolean },
): Promise<{ readonly plan: SchemaPlan; readonly base: Base }> {
  const base = await readBase(context, branch, projects)
  const plan = await planChanges({
    source: projects.source.database,
    target: projects.target.database,
    ignoredSchemas: PLATFORM_SCHEMAS,
    base: base.snapshot,
    isTried: true,
    isKept,
  })
  return { plan, base }
}
