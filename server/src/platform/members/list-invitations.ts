import type { Invitation } from '@stoa/contract/platform/members'
import type { Scope } from '../access/port.ts'
import type { Context } from '../context.ts'
import { listOpenInvitations, type InvitationRow } from './invitation-queries.ts'

/** Invitations nobody has accepted yet, expired ones included, newest first. */
export async function listInvitations({ session }: Context, scope: Scope): Promise<Invitation[]> {
  return (await listOpenInvitations(session, scope.organizationId)).map(toInvitation)
}

export const toInvitation = (row: InvitationRow): Invitation => ({
  ...row,
  invited_at: row.invited_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
})
