import { plans } from '@stoa/contract/catalog/plans'
import type { ProjectLimit, ProjectStatus } from '@stoa/contract/platform/projects'
import type { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { organizationNotFound, type Scope } from '../access/port.ts'
import type { Context } from '../context.ts'
import { findOrganization } from '../organizations/port.ts'
import { listRefsOfOrganization } from './queries.ts'

const INACTIVE: readonly ProjectStatus[] = ['INACTIVE', 'GOING_DOWN', 'REMOVED', 'INIT_FAILED']

/**
 * Runs work that makes a project active, unless the organization has as many active ones as its
 * plan includes: 402 `project_limit_reached`. Work of one organization is serialized, so that two
 * requests cannot both use the last slot. Without plan limits, the work runs at once.
 */
export async function withinProjectLimit<T>(
  context: Context,
  { slug, organizationId }: Scope,
  work: () => Promise<T>,
): Promise<T> {
  if (!isEnforced(context)) return work()
  return context.mutex.runExclusive(`projects of ${slug}`, async () => {
    await requirePlace(context, organizationId)
    return work()
  })
}

/** Whether a project counts towards the limit. */
export const isActive = (status: ProjectStatus): boolean => !INACTIVE.includes(status)

/** How many active projects an organization has, and the limit that is enforced. */
export async function readProjectLimit(
  context: Pick<Context, 'fleet' | 'mode' | 'planLimits' | 'session'>,
  { organizationId }: Pick<Scope, 'organizationId'>,
): Promise<z.infer<typeof ProjectLimit>> {
  const { session, fleet } = context
  const organization = await findOrganization(session, organizationId)
  if (!organization) throw organizationNotFound()
  const instances = await fleet.list(await listRefsOfOrganization(session, organizationId))
  return {
    limit: isEnforced(context) ? plans[organization.plan].activeProjectLimit : null,
    active: instances.filter(({ status }) => isActive(status)).length,
  }
}

const isEnforced = ({ planLimits, mode }: Pick<Context, 'mode' | 'planLimits'>): boolean =>
  planLimits === true && mode === 'platform'

async function requirePlace(
  context: Pick<Context, 'fleet' | 'mode' | 'planLimits' | 'session'>,
  organizationId: number,
): Promise<void> {
  const organization = await findOrganization(context.session, organizationId)
  if (!organization) throw organizationNotFound()
  const { limit, active } = await readProjectLimit(context, { organizationId })
  if (limit === null || active < limit) return
  throw new AppError(
    'project_limit_reached',
    `The ${plans[organization.plan].name} plan includes ${limit} active projects.`,
    { status: 402, hint: 'Pause or delete a project, or choose a larger plan.' },
  )
}
