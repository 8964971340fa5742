import type { Invitation } from '@stoa/contract/platform/members'
import type { Scope } from '../access/port.ts'
import type { Context } from '../context.ts'
import { listOpenInvitations } from './invitation-queries.ts'

/** Open and expired invitations, newest first. */
export async function listInvitations(
  { session }: Pick<Context, 'session'>,
  scope: Scope,
): Promise<Invitation[]> {
  return listOpenInvitations(session, scope.organizationId)
}
