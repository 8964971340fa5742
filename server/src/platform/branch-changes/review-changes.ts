import type {
  BranchChanges,
  BranchPlan,
  MergeDirection,
} from '@stoa/contract/platform/branch-changes'
import { PLATFORM_SCHEMAS } from '../../postgres/platform-schemas.ts'
import { compareSchemas } from '../../postgres/schema-diff/compare-schemas.ts'
import { planChanges, type SchemaPlan } from '../../postgres/schema-diff/plan-changes.ts'
import type { Context } from '../context.ts'
import { notABranch } from './errors.ts'
import { presentChanges, presentDifferences } from './present.ts'
import { findBranch, type BranchRow } from './queries.ts'
import { readBase, type Base } from './snapshots.ts'
import { withTwoProjects, type TwoProjects } from './two-projects.ts'

type Direction = { readonly direction: MergeDirection }

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
  branch: BranchRow,
  { direction }: Direction,
): Promise<BranchChanges> {
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
  branch: BranchRow,
  { direction }: Direction,
): Promise<BranchPlan> {
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

type PlanMerge = {
  readonly projects: TwoProjects
  readonly isKept: boolean
  readonly isTried?: boolean
}

/** The plan of a merge, with the base that it was made with. */
export async function planMerge(
  context: Pick<Context, 'clock' | 'fleet' | 'session'>,
  branch: BranchRow,
  { projects, isKept, isTried = true }: PlanMerge,
): Promise<{ readonly plan: SchemaPlan; readonly base: Base }> {
  const base = await readBase(context, branch, projects)
  const plan = await planChanges({
    source: projects.source.database,
    target: projects.target.database,
    ignoredSchemas: PLATFORM_SCHEMAS,
    base: base.snapshot,
    isTried,
    isKept,
  })
  return { plan, base }
}

type Script = Direction & { readonly schemas: readonly string[] | null }

/** The SQL of all changes as text, without a trial. With `schemas`, only that of their objects. */
export async function planScript(
  context: Pick<Context, 'session' | 'clock' | 'fleet'>,
  branch: BranchRow,
  { direction, schemas }: Script,
): Promise<string> {
  return withTwoProjects(context.fleet, branch, { direction }, async (projects) => {
    const { plan } = await planMerge(context, branch, {
      projects,
      isKept: false,
      isTried: false,
    })
    return plan.statements
      .filter(({ object: { kind, schema, name } }) => {
        const own = kind === 'schema' ? name : schema
        return schemas === null || (own !== null && schemas.includes(own))
      })
      .map(({ sql }) => `${sql.trimEnd().replace(/;$/, '')};\n`)
      .join('\n')
  })
}
