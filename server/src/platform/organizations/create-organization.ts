import { plans } from '@stoa/contract/catalog/plans'
import type { Organization, PlanId } from '@stoa/contract/platform/organizations'
import { generateRef } from '../../project/keys/api-keys.ts'
import { isOperator, type Member } from '../../project/member.ts'
import type { Session } from '../../postgres/database.ts'
import { AppError } from '../../lib/errors.ts'
import { forbidden } from '../forbidden.ts'
import { audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { personOf } from '../person.ts'
import { insertProfile } from '../profile/port.ts'
import { isSelling, planByAgreement } from '../selling/port.ts'
import { readOrganization } from './read-organization.ts'
import { slugOfPartner } from './marketplace.ts'
import { findOrganizationId, insertMember, insertOrganization, listOperators } from './queries.ts'

type Input = {
  readonly name: string
  readonly plan: PlanId
  readonly billing_partner?: string | undefined
  readonly partner_id?: string | undefined
}

/**
 * Creates an organization with its creator as the owner. If the command line creates one, every
 * operator is an owner; without operators, it has no owner until the first one is made. Only an
 * operator can create one that a marketplace bills (403 `forbidden`); 409 `organization_exists` if
 * the marketplace's id is taken, and `plan_by_agreement` for a plan without a price while plans are
 * sold.
 */
export async function createOrganization(
  context: Pick<Context, 'access' | 'mode' | 'permissions' | 'planLimits' | 'session'>,
  actor: Actor,
  input: Input,
): Promise<Organization> {
  if (context.mode === 'self-hosted')
    throw forbidden(
      'This installation can only have one organization.',
      'Use the organization that exists, or set up another installation.',
    )
  if (plans[input.plan].monthlyCents === null && !isOperator(actor.member))
    if (await isSelling(context)) throw planByAgreement(input.plan)
  // Names of organizations and projects use the same kind of 20 letters.
  const slug = input.partner_id === undefined ? generateRef() : slugOfPartner(input.partner_id)
  const id = await context.session.transaction(async (tx) => {
    if (input.billing_partner !== undefined) requireOperator(actor.member)
    if (await findOrganizationId(tx, slug))
      throw new AppError('organization_exists', `The organization ${slug} already exists.`, {
        status: 409,
        hint: 'Use another partner_id.',
      })
    const owners = await ownersFor(tx, actor.member)
    const created = await insertOrganization(tx, {
      slug,
      name: input.name,
      plan: input.plan,
      billingEmail: owners[0]?.email ?? null,
      billingPartner: input.billing_partner,
    })
    for (const { userId } of owners) await insertMember(tx, created.id, userId, 'owner')
    await audit(tx, actor, {
      action: 'organization.create',
      on: { slug },
      metadata: { name: input.name },
    })
    return created.id
  })
  context.access.forget()
  const standing = actor.member.kind === 'person' ? 'owner' : 'operator'
  return readOrganization(context, { organizationId: id, slug, standing })
}

function requireOperator(member: Member) {
  if (!isOperator(member))
    throw forbidden(
      'Only an operator can set the billing partner of an organization.',
      'Omit billing_partner and partner_id.',
    )
}

async function ownersFor(tx: Session, member: Member) {
  if (member.kind === 'operator_credential')
    return (await listOperators(tx)).map((operator) => ({
      userId: operator.user_id,
      email: operator.primary_email,
    }))
  const { userId, email } = personOf(member)
  // A person can create an organization before any page has created their profile.
  await insertProfile(tx, userId, email)
  return [{ userId, email }]
}
