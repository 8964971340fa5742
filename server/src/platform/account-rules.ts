import { timingSafeEqual } from 'node:crypto'
import type { AccountRules, Admission } from '../project/accounts.ts'
import { revokeAllTokens } from './access-tokens/port.ts'
import type { Context } from './context.ts'
import { readSignUpPolicy } from './installation/port.ts'
import { findInvitation, useProof } from './members/port.ts'
import { digestOf } from './one-time-token.ts'

/** The platform's rules for its own accounts, which the auth service applies. */
export const createAccountRules = (context: Context): AccountRules => ({
  async admit({ email, inviteToken }) {
    if (inviteToken !== '') return admitInvited(context, { email, inviteToken })
    // Knowing that an address was invited is not enough to sign up with it.
    return (await readSignUpPolicy(context)) === 'open' ? 'admitted' : 'refused'
  },
  useInvitation: (inviteToken) =>
    useProof(context.session, digestOf(inviteToken), context.clock.now()),
  revokeAccessTokens: (userId) => revokeAllTokens(context, userId),
})

async function admitInvited(
  { session, clock }: Pick<Context, 'clock' | 'session'>,
  { email, inviteToken }: { email: string; inviteToken: string },
): Promise<Admission> {
  const digest = digestOf(inviteToken)
  const invitation = await findInvitation(session, digest)
  if (
    !invitation ||
    invitation.accepted_at !== null ||
    invitation.expires_at <= clock.now() ||
    invitation.email.toLowerCase() !== email.toLowerCase()
  )
    return 'refused'
  const { proof_digest: proof, proved_at: provedAt } = invitation
  const isProof = proof !== null && timingSafeEqual(proof, digest)
  return isProof && provedAt === null ? 'proved' : 'admitted'
}
