import type { Admission } from '../../../project/accounts.ts'
import type { AuthContext } from '../context.ts'
import { invitationNeeded } from '../errors.ts'

/** 422 `signup_disabled` unless somebody with this address and invitation can create an account. */
export async function requireAdmission(
  { policy }: Pick<AuthContext, 'policy'>,
  email: string,
  inviteToken = '',
): Promise<Exclude<Admission, 'refused'>> {
  const admission = await policy.admit({ email, inviteToken })
  if (admission === 'refused') throw invitationNeeded()
  return admission
}
