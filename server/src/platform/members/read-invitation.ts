import type { InvitationOffer } from '@stoa/contract/platform/members'
import type { Context } from '../context.ts'
import { digestOf } from '../one-time-token.ts'
import { invitationNotFound } from './delete-invitation.ts'
import { findOffer } from './invitation-queries.ts'
import { requireUsable } from './require-usable.ts'

/**
 * Reads what an invitation is for. Its token is the proof: without it nothing is revealed, and what
 * it reveals is in the mail that it came in.
 */
export async function readInvitation(
  { session, clock }: Pick<Context, 'clock' | 'session'>,
  token: string,
): Promise<InvitationOffer> {
  const offer = await findOffer(session, digestOf(token))
  if (!offer) throw invitationNotFound()
  requireUsable(offer, clock.now())
  const { organization_name, role, email, inviter } = offer
  return { organization_name, role, email, inviter }
}
