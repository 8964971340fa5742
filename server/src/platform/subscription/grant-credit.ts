import { organizationNotFound } from '../access/port.ts'
import { audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { findOrganizationId } from '../organizations/port.ts'
import { insertCredit, readCredit } from './queries.ts'

/** Gives an organization credits. Returns the balance. */
export async function grantCredit(
  { session }: Pick<Context, 'session'>,
  actor: Actor,
  input: { readonly slug: string; readonly cents: number; readonly reason: string },
): Promise<{ credit_cents: number }> {
  return session.transaction(async (tx) => {
    const organization = await findOrganizationId(tx, input.slug)
    if (!organization) throw organizationNotFound()
    const { cents, reason } = input
    await insertCredit(tx, { organizationId: organization.id, cents, reason, at: actor.at })
    await audit(tx, actor, {
      action: 'credit.grant',
      on: { slug: input.slug },
      metadata: { amount_cents: cents, reason },
    })
    return { credit_cents: await readCredit(tx, organization.id) }
  })
}
