import type { MailOutcome } from '@stoa/contract/platform/mail'
import type { Invitation } from '@stoa/contract/platform/members'
import type { Role } from '@stoa/contract/platform/permissions'
import { AppError } from '../../lib/errors.ts'
import { isOperator } from '../../project/member.ts'
import { organizationNotFound, type Scope } from '../access/port.ts'

import { accountIdOf, audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { createOneTimeToken, type OneTimeToken } from '../one-time-token.ts'
import { findOrganization } from '../organizations/port.ts'
import { findProfile } from '../profile/port.ts'
import { tryMail } from '../try-mail.ts'
import { requireReach } from './guard-owners.ts'
import { invitationMail } from './invitation-mail.ts'
import { upsertInvitation } from './invitation-queries.ts'
import { isMemberByEmail } from './queries.ts'

const DAYS = 7
const DAY_MS = 24 * 3600 * 1000

/**
 * Invites an email address for seven days and mails it the link. If the mail cannot be sent, the
 * invitation remains, and the response says so and contains a link. The mail's link verifies the
 * address. The response's link does so only for an operator, who can read the mails of an
 * installation without a mail server anyway; otherwise anybody could invite somebody else's address
 * and take it over. Inviting the address again replaces its invitation. 409 `already_member` for a
 * member of the organization.
 */
export async function createInvitation(
  context: Context,
  actor: Actor,
  input: { scope: Scope; email: string; role: Role },
): Promise<Invitation & { link: string; confirms_email: boolean; mail: MailOutcome }> {
  const { scope, email, role } = input
  requireReach(scope.standing, role)
  const mailed = createOneTimeToken()
  const shown = isOperator(actor.member) ? mailed : createOneTimeToken()
  const { invitation, organization, inviter } = await context.session.transaction(async (tx) => {
    const found = await findOrganization(tx, scope.organizationId)
    if (!found) throw organizationNotFound()
    if (await isMemberByEmail(tx, scope.organizationId, email))
      throw new AppError('already_member', `${email} is already a member of this organization.`, {
        status: 409,
        hint: 'Change the role of this member under Team instead.',
      })
    const row = await upsertInvitation(tx, {
      organizationId: scope.organizationId,
      email,
      role,
      tokenDigest: shown.digest,
      proofDigest: mailed.digest,
      invitedBy: accountIdOf(actor),
      invitedAt: actor.at,
      expiresAt: new Date(actor.at.getTime() + DAYS * DAY_MS),
    })
    await audit(tx, actor, {
      action: 'member.invite',
      on: scope,
      target: email,
      metadata: { role },
    })
    const userId = accountIdOf(actor)
    const profile = userId === null ? undefined : await findProfile(tx, userId)
    return {
      invitation: row,
      organization: found.name,
      inviter: profile ? (profile.display_name ?? profile.primary_email) : null,
    }
  })
  const linkOf = ({ token }: OneTimeToken) => `${context.addresses().publicUrl}/join?token=${token}`
  const mail = await tryMail(context, {
    to: email,
    ...invitationMail({ organization, role, inviter, link: linkOf(mailed), days: DAYS }),
  })
  return { ...invitation, link: linkOf(shown), confirms_email: shown === mailed, mail }
}
