import type { ProjectDetail } from '@stoa/contract/platform/projects'
import type { Origin } from '../../fleet/copies/origins.ts'
import type { Session } from '../../postgres/database.ts'
import { generateRef } from '../../project/keys/api-keys.ts'
import { organizationNotFound } from '../access/port.ts'
import { audit, type Actor, type SystemActor } from '../audit.ts'
import type { Context } from '../context.ts'
import { findOrganization, lockOrganization } from '../organizations/port.ts'
import { firstSize } from './compute.ts'
import { chooseRegion } from './choose-region.ts'
import { withinProjectLimit } from './limit-projects.ts'
import { insertProject } from './queries.ts'
import { readProject } from './read-project.ts'
import { requireStrongPassword } from './require-strong-password.ts'
import { settled } from './change-status.ts'

export type NewProject = {
  readonly organization_slug: string
  readonly name: string
  readonly db_pass: string
  readonly region?: string | undefined
  /** Where its data comes from; absent for an empty project. */
  readonly origin?: Origin
  /** Further records of the transaction that creates the project with this ref. */
  readonly within?: (tx: Session, ref: string) => Promise<void>
}

/**
 * Creates a project: its record, its machine side and its creation job are one transaction, so
 * either all or none of it exists. Returns at once; the fleet starts the project.
 */
export async function createProject(
  context: Context,
  actor: Actor,
  input: NewProject,
): Promise<ProjectDetail> {
  const { access, passwordStrength } = context
  const scope = await access.requireIn(actor.member, input.organization_slug, 'project:create')
  const region = chooseRegion(context.region, input.region)
  await requireStrongPassword(passwordStrength, input.db_pass)
  const ref = generateRef()
  const projectId = await withinProjectLimit(context, scope, () =>
    recordProject(context, actor, { scope, region, ref, input }),
  )
  access.forget()
  const recorded = await context.fleet.get(ref)
  if (recorded) await settled(context.fleet, recorded)
  return readProject(context, actor.member, { ...scope, projectId, ref })
}

type Recorded = {
  readonly scope: { readonly organizationId: number; readonly slug: string }
  readonly region: string
  readonly ref: string
  readonly input: Pick<NewProject, 'db_pass' | 'name' | 'origin' | 'within'>
}

/** The transaction of a creation; returns the project's id. */
export function recordProject(
  context: Pick<Context, 'fleet' | 'mode' | 'planLimits' | 'session'>,
  actor: Actor | SystemActor,
  { scope, region, ref, input }: Recorded,
): Promise<number> {
  return context.session.transaction(async (tx) => {
    if (!(await lockOrganization(tx, scope.organizationId))) throw organizationNotFound()
    const organization = await findOrganization(tx, scope.organizationId)
    if (!organization) throw organizationNotFound()
    const { id } = await insertProject(tx, {
      ref,
      organizationId: scope.organizationId,
      name: input.name,
      region,
      at: actor.at,
    })
    await context.fleet.create(tx, {
      ref,
      databasePassword: input.db_pass,
      computeSize: firstSize(context, organization.plan),
      origin: input.origin ?? null,
    })
    await audit(tx, actor, {
      action: 'project.create',
      on: { slug: scope.slug, ref },
      metadata: { name: input.name, ...(input.origin && { from: input.origin.ref }) },
    })
    await input.within?.(tx, ref)
    return id
  })
}
