import type { Person } from '../../project/member.ts'
import { AppError } from '../../lib/errors.ts'
import { audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { digestOf } from '../one-time-token.ts'
import { personOf } from '../person.ts'
import { invitationAccepted, MANAGERS, notifyRoles } from '../notifications/port.ts'
import { insertProfile } from '../profile/port.ts'
import { invitationNotFound } from './delete-invitation.ts'
import { lockByToken, markAccepted } from './invitation-queries.ts'
import { joinOrganization } from './queries.ts'
import { requireUsable } from './require-usable.ts'

/**
 * Joins the organization of an invitation: 403 `invitation_for_another_address` if it was for
 * another address, 410 `invitation_used` or `invitation_expired` if it is no longer open.
 */
export async function acceptInvitation(
  { session, access }: Pick<Context, 'access' | 'session'>,
  actor: Actor,
  token: string,
): Promise<{ organization_slug: string }> {
  const person = personOf(actor.member)
  const { userId, email } = person
  const slug = await session.transaction(async (tx) => {
    const invitation = await lockByToken(tx, digestOf(token))
    if (!invitation) throw invitationNotFound()
    requireSameAddress(person, invitation.email)
    requireUsable(invitation, actor.at)
    await insertProfile(tx, userId, email)
    await joinOrganization(tx, {
      organizationId: invitation.organization_id,
      userId,
      role: invitation.role,
    })
    await markAccepted(tx, invitation.id, actor.at)
    await audit(tx, actor, {
      action: 'member.join',
      on: invitation,
      target: userId,
      metadata: { role: invitation.role },
    })
    await notifyRoles(
      tx,
      { organizationId: invitation.organization_id, roles: MANAGERS, except: userId },
      { at: actor.at, note: invitationAccepted(email, invitation.role) },
    )
    return invitation.slug
  })
  access.forget()
  return { organization_slug: slug }
}

function requireSameAddress({ email }: Person, invited: string): void {
  if (email.toLowerCase() === invited.toLowerCase()) return
  throw new AppError(
    'invitation_for_another_address',
    'This invitation is for a different email address.',
    { status: 403, hint: 'Sign in with the account that was invited.' },
  )
}
