import { AppError } from '../../lib/errors.ts'
import type { Scope } from '../access/port.ts'
import { audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { requireReach } from './guard-owners.ts'
import { deleteOpenInvitation, findOpenInvitation } from './invitation-queries.ts'

/** Revokes an invitation: its link no longer works. */
export async function deleteInvitation(
  { session }: Pick<Context, 'session'>,
  actor: Actor,
  input: { scope: Scope; id: string },
): Promise<Record<string, never>> {
  const { scope, id } = input
  await session.transaction(async (tx) => {
    const invitation = await findOpenInvitation(tx, scope.organizationId, id)
    if (!invitation) throw invitationNotFound()
    requireReach(scope.standing, invitation.role)
    await deleteOpenInvitation(tx, scope.organizationId, id)
    await audit(tx, actor, {
      action: 'member.uninvite',
      on: scope,
      target: invitation.email,
    })
  })
  return {}
}

export const invitationNotFound = (): AppError =>
  new AppError('invitation_not_found', 'This invitation does not exist.', {
    status: 404,
    hint: 'It may have been revoked or replaced by a newer one.',
  })
