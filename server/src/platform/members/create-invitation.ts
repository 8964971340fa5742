import type { Invitation } from '@stoa/contract/platform/members'
import type { Role } from '@stoa/contract/platform/permissions'
import { AppError } from '../../lib/errors.ts'
import { organizationNotFound, type Scope } from '../access/port.ts'

import { audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { PLATFORM_MAIL } from '../mailbox/port.ts'
import { createOneTimeToken } from '../one-time-token.ts'
import { findOrganization } from '../organizations/port.ts'
import { requireReach } from './guard-owners.ts'
import { invitationMail } from './invitation-mail.ts'
import { upsertInvitation } from './invitation-queries.ts'
import { isMemberByEmail } from './queries.ts'

const DAYS = 7
const DAY_MS = 24 * 3600 * 1000

/**
 * Invites an address for seven days and mails it the link. Inviting it again replaces the
 * invitation. 409 `already_member` for somebody who belongs to the organization.
 */
export async function createInvitation(
  context: Context,
  actor: Actor,
  input: { scope: Scope; email: string; role: Role },
): Promise<Invitation & { link: string }> {
  const { scope, email, role } = input
  requireReach(scope.standing, role)
  const { token, digest } = createOneTimeToken()
  const { invitation, organization } = await context.session.transaction(async (tx) => {
    const found = await findOrganization(tx, scope.organizationId)
    if (!found) throw organizationNotFound()
    if (await isMemberByEmail(tx, scope.organizationId, email))
      throw new AppError('already_member', `${email} is a member already.`, { status: 409 })
    const row = await upsertInvitation(tx, {
      organizationId: scope.organizationId,
      email,
      role,
      tokenDigest: digest,
      invitedAt: actor.at,
      expiresAt: new Date(actor.at.getTime() + DAYS * DAY_MS),
    })
    await audit(tx, actor, {
      action: 'member.invite',
      on: scope,
      target: email,
      metadata: { role },
    })
    return { invitation: row, organization: found.name }
  })
  const link = `${context.addresses().publicUrl}/join?token=${token}`
  await sendInvitation(context, { email, organization, link })
  return { ...invitation, link }
}

async function sendInvitation(
  { mail, log }: Context,
  { email, organization, link }: { email: string; organization: string; link: string },
): Promise<void> {
  try {
    const words = invitationMail({ organization, link, days: DAYS })
    await mail({ projectRef: PLATFORM_MAIL, to: email, ...words })
  } catch (error) {
    // The inviter has the link on the screen: a mail server that is down does not undo the invitation.
    log.warn({ err: String(error) }, 'The mail of an invitation could not be sent.')
  }
}
