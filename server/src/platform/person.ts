import type { Member, Person } from '../project/member.ts'
import { AppError } from '../lib/errors.ts'

/**
 * The person behind a request. Endpoints that belong to an account refuse the operator credential
 * with 403 `account_needed`, and a caller who is not signed in with 401 `not_signed_in`.
 */
export function personOf(member: Member): Person {
  if (member.kind === 'person') return member
  if (member.kind === 'nobody') throw notSignedIn()
  throw new AppError(
    'account_needed',
    'This needs an account, and the operator credential has none.',
    {
      status: 403,
      hint: 'Sign in with an account and try again.',
    },
  )
}

export const notSignedIn = (): AppError =>
  new AppError('not_signed_in', 'You are not signed in.', {
    status: 401,
    hint: 'Sign in, and send the access token as a Bearer token.',
  })
