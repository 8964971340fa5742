import { plans } from '@stoa/contract/catalog/plans'
import type { ProjectStatus } from '@stoa/contract/platform/projects'
import { AppError } from '../../lib/errors.ts'
import { organizationNotFound, type Scope } from '../access/port.ts'
import type { Context } from '../context.ts'
import { findOrganization } from '../organizations/port.ts'
import { listRefsOfOrganization } from './queries.ts'

const INACTIVE: readonly ProjectStatus[] = ['INACTIVE', 'GOING_DOWN', 'REMOVED', 'INIT_FAILED']

/**
 * Runs work that makes a project active, unless the organization has as many active ones as its plan
 * includes: 402 `project_limit_reached`. Work of one organization is serialized, so that two requests
 * cannot both take the last place. An installation that does not enforce plan limits runs it at once.
 */
export async function withinProjectLimit<T>(
  context: Context,
  { slug, organizationId }: Scope,
  work: () => Promise<T>,
): Promise<T> {
  if (!context.planLimits || context.mode !== 'platform') return work()
  return context.mutex.runExclusive(`projects of ${slug}`, async () => {
    await requirePlace(context, organizationId)
    return work()
  })
}

/** Whether a project counts towards the limit. */
export const isActive = (status: ProjectStatus): boolean => !INACTIVE.includes(status)

async function requirePlace({ session, fleet }: Context, organizationId: number): Promise<void> {
  const organization = await findOrganization(session, organizationId)
  if (!organization) throw organizationNotFound()
  const plan = plans[organization.plan]
  if (plan.activeProjectLimit === null) return
  const instances = await fleet.list(await listRefsOfOrganization(session, organizationId))
  const active = instances.filter(({ status }) => isActive(status)).length
  if (active < plan.activeProjectLimit) return
  throw new AppError(
    'project_limit_reached',
    `The ${plan.name} plan includes ${plan.activeProjectLimit} active projects.`,
    { status: 402, hint: 'Pause or delete one, or choose a larger plan.' },
  )
}
