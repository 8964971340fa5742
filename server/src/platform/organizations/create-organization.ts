import type { Organization, PlanId } from '@stoa/contract/platform/organizations'
import { generateRef } from '../../fleet/keys.ts'
import type { Member } from '../../fleet/project.ts'
import type { Session } from '../../postgres/database.ts'
import { AppError } from '../../lib/errors.ts'
import { audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { insertProfile } from '../profile/queries.ts'
import { readOrganization } from './read-organization.ts'
import { findFirstOperator, insertMember, insertOrganization } from './queries.ts'

/**
 * Creates an organization with its creator as the owner. One that the command line creates belongs
 * to the first operator's account; while there is none, to nobody, until the first one is made.
 */
export async function createOrganization(
  context: Context,
  actor: Actor,
  input: { name: string; plan: PlanId },
): Promise<Organization> {
  if (context.mode === 'self-hosted')
    throw new AppError('forbidden', 'This installation has one organization.', { status: 403 })
  // Organizations and projects are named by the same kind of 20 letters.
  const slug = generateRef()
  const id = await context.session.transaction(async (tx) => {
    const owner = await ownerFor(tx, actor.member)
    const created = await insertOrganization(tx, {
      ...input,
      slug,
      billingEmail: owner?.email ?? null,
    })
    if (owner) await insertMember(tx, created.id, owner.userId, 'owner')
    await audit(tx, actor, {
      action: 'organization.create',
      organizationSlug: slug,
      metadata: { name: input.name },
    })
    return created.id
  })
  context.access.forget()
  const standing = actor.member.userId === null ? 'operator' : 'owner'
  return readOrganization(context, { organizationId: id, slug, standing })
}

async function ownerFor(tx: Session, { userId, email }: Member) {
  if (userId === null || email === null) {
    const operator = await findFirstOperator(tx)
    return operator && { userId: operator.user_id, email: operator.primary_email }
  }
  // Somebody's first act can be to create an organization, before any page has made the profile.
  await insertProfile(tx, userId, email)
  return { userId, email }
}
