import { timingSafeEqual } from 'node:crypto'
import type { AuthContext } from '../context.ts'
import { digestOf, linkTokenOf } from '../digests.ts'
import { checkSmsCode, providerChecksCodes } from '../phone/sms-codes.ts'
import type { Factor, OpenChallenge } from '../queries/factors.ts'

/** The digest of a challenge's code. Nobody can compute the code from it without the secret. */
export const phoneCodeDigest = (
  context: Pick<AuthContext, 'project'>,
  challengeId: string,
  code: string,
): string => digestOf(linkTokenOf(challengeId, code, context.project.keys.jwtSecret))

/** Whether the code is the one that was sent for the challenge. */
export async function isPhoneCode(
  context: AuthContext,
  { factor, challenge, code }: { factor: Factor; challenge: OpenChallenge; code: string },
): Promise<boolean> {
  const phone = factor.phone ?? ''
  if (providerChecksCodes(context, phone)) return checkSmsCode(context, { phone, code })
  const expected = Buffer.from(challenge.otp_code ?? '')
  const given = Buffer.from(phoneCodeDigest(context, challenge.id, code))
  return expected.length === given.length && timingSafeEqual(expected, given)
}
