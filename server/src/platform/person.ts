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

/**
 * The person behind a request and their session. A request that comes with an access token is refused
 * with 403 `session_needed`, because a stolen token must not outlive its owner's other credentials.
 */
export function personInSession(
  member: Member,
  work: string,
): Person & { readonly sessionId: string } {
  const person = personOf(member)
  const { sessionId } = person
  if (sessionId !== null) return { ...person, sessionId }
  throw new AppError('session_needed', `An access token cannot ${work}.`, {
    status: 403,
    hint: 'Sign in to the dashboard and open Account.',
  })
}

export const notSignedIn = (): AppError =>
  new AppError('not_signed_in', 'You are not signed in.', {
    status: 401,
    hint: 'Sign in, and send the access token as a Bearer token.',
  })
