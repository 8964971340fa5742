import {
  COMPUTE_SIZES,
  findComputeSize,
  type ComputeSize,
  type ComputeSizeId,
} from '@stoa/contract/catalog/compute-sizes'
import { plans } from '@stoa/contract/catalog/plans'
import type { Compute } from '@stoa/contract/platform/compute'
import type { PlanId } from '@stoa/contract/platform/organizations'
import type { ProjectStatus } from '@stoa/contract/platform/projects'
import type { Capacity } from '../../fleet/port.ts'
import { AppError } from '../../lib/errors.ts'
import { projectNotFound } from '../../project/refusals.ts'
import type { ProjectScope } from '../access/port.ts'
import { audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { settled } from './change-status.ts'
import { findOrganizationOf } from './queries.ts'

type ComputeContext = Pick<Context, 'fleet' | 'mode' | 'planLimits' | 'session'>

/** The one size of the Free plan, where plan limits are enforced. */
const FREE_SIZE: ComputeSizeId = 'nano'

/** The size of a new project. */
export const firstSize = (
  { mode, planLimits }: Pick<Context, 'mode' | 'planLimits'>,
  plan: PlanId,
): ComputeSizeId | null => {
  if (planLimits !== true || mode !== 'platform') return null
  return plan === 'free' ? FREE_SIZE : 'micro'
}

/** A project's compute size, and the sizes that it could have. */
export async function readCompute(context: ComputeContext, ref: string): Promise<Compute> {
  const { fleet } = context
  const [instance, capacity, refuse] = await Promise.all([
    fleet.get(ref),
    fleet.capacity(),
    createJudge(context, ref),
  ])
  if (!instance) throw projectNotFound()
  return {
    size: instance.computeSize,
    sizes: COMPUTE_SIZES.map((size) => ({
      id: size.id,
      unavailable: refuse(size)?.message ?? null,
    })),
    allows_none: refuse(undefined) === undefined,
    is_limited: capacity.isLimited,
  }
}

/** Changes a project's compute size. Resolves when it runs with it, or after a short wait. */
export async function resizeProject(
  context: ComputeContext,
  actor: Actor,
  { scope, size }: { readonly scope: ProjectScope; readonly size: ComputeSizeId | null },
): Promise<Compute & { status: ProjectStatus }> {
  const { fleet } = context
  const refuse = await createJudge(context, scope.ref)
  const refusal = refuse(findComputeSize(size))
  if (refusal) throw refusal
  const recorded = await fleet.resize(scope.ref, size, (tx) =>
    audit(tx, actor, { action: 'project.resize', on: scope, metadata: { size } }),
  )
  const { status } = await settled(fleet, recorded)
  return { ...(await readCompute(context, scope.ref)), status }
}

/** Why a project cannot have a size, or none. */
async function createJudge(
  { fleet, session, mode, planLimits }: ComputeContext,
  ref: string,
): Promise<(size: ComputeSize | undefined) => AppError | undefined> {
  const [capacity, organization] = await Promise.all([
    fleet.capacity(),
    findOrganizationOf(session, ref),
  ])
  if (!organization) throw projectNotFound()
  const isByPlan = planLimits === true && mode === 'platform'
  const isFree = isByPlan && organization.plan === 'free'
  return (size) => {
    if (size === undefined) return isByPlan ? sizeRequired() : undefined
    if (!fits(size, capacity)) return tooLarge(size)
    return isFree && size.id !== FREE_SIZE ? needsPlan(size) : undefined
  }
}

const fits = ({ memory_gb, cpu_cores }: ComputeSize, { memoryBytes, cores }: Capacity): boolean =>
  memory_gb * 1024 ** 3 <= memoryBytes && (cpu_cores ?? 1) <= cores

const tooLarge = ({ name }: ComputeSize) =>
  new AppError('size_too_large', `The machine has less memory or fewer processors than ${name}.`, {
    status: 409,
    hint: 'Choose a smaller size.',
  })

const needsPlan = ({ name }: ComputeSize) =>
  new AppError('size_needs_plan', `The size ${name} comes with the ${plans.pro.name} plan.`, {
    status: 402,
    hint: 'Choose a larger plan for the organization first.',
  })

const sizeRequired = () =>
  new AppError('size_required', 'Every project of this installation has a size.', {
    status: 409,
    hint: 'Choose one of the sizes.',
  })
