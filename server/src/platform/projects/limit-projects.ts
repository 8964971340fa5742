import { plans } from '@stoa/contract/catalog/plans'
import type { ProjectStatus } from '@stoa/contract/platform/projects'
import { AppError } from '../../lib/errors.ts'
import { organizationNotFound } from '../access/access.ts'
import type { Context } from '../context.ts'
import { findOrganization } from '../organizations/queries.ts'
import { listRefsOfOrganization } from './queries.ts'

const INACTIVE: readonly ProjectStatus[] = ['INACTIVE', 'GOING_DOWN', 'REMOVED', 'INIT_FAILED']

/**
 * Refuses a project beyond the plan's number of active ones with 402 `project_limit_reached`. Only
 * a hosted installation with billing counts; elsewhere the machine is its owner's. Creations of
 * one organization come in turn, so that two do not both find the last place free.
 */
export async function limitProjects(
  { session, fleet, hasBilling, mode }: Context,
  organizationId: number,
): Promise<void> {
  if (!hasBilling || mode !== 'platform') return
  const organization = await findOrganization(session, organizationId)
  if (!organization) throw organizationNotFound()
  const plan = plans[organization.plan]
  if (plan.activeProjectLimit === null) return
  const instances = await fleet.list(await listRefsOfOrganization(session, organizationId))
  const active = instances.filter(({ status }) => !INACTIVE.includes(status)).length
  if (active < plan.activeProjectLimit) return
  throw new AppError(
    'project_limit_reached',
    `The ${plan.name} plan includes ${plan.activeProjectLimit} active projects.`,
    { status: 402, hint: 'Pause or delete one, or choose a larger plan.' },
  )
}
