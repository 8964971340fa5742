import type { Member } from '../project/member.ts'
import { AppError } from '../lib/errors.ts'

/** The person behind a request; the installation's own credential has none, and what is a person's is refused to it with 403 `account_needed`. */
export function personOf(member: Member): { userId: string; email: string } {
  if (member.userId !== null && member.email !== null)
    return { userId: member.userId, email: member.email }
  throw new AppError('account_needed', 'The operator credential has no account for this.', {
    status: 403,
    hint: 'Sign in with an account and try again.',
  })
}
