import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../lib/errors.ts'
import type { Person } from '../../project/member.ts'
import type { AccountPort } from '../../project/accounts.ts'
import { notSignedIn } from '../person.ts'

/** What the token of a request proves; whether a person is an operator is in the platform's records. */
export type Identity = { readonly kind: 'operator_credential' } | Omit<Person, 'isOperator'>

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Reads the Bearer token of a request. Rejects with 401 `not_signed_in` or `session_expired`, and
 * with 403 `second_factor_required` where the account has a second factor that the session did not
 * prove: no 401, since the session is good for proving it.
 */
export function createIdentify(deps: { accounts: AccountPort; operatorToken: string }) {
  const operatorDigest = digest(deps.operatorToken)

  return async function identify(request: FastifyRequest): Promise<Identity> {
    const token = /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1]
    if (token === undefined) throw notSignedIn()
    // Digests have one length, so the comparison tells nothing about the credential, not even its size.
    if (deps.operatorToken !== '' && timingSafeEqual(digest(token), operatorDigest))
      return { kind: 'operator_credential' }
    const account = await deps.accounts.verifyAccessToken(token)
    if (!('reason' in account)) {
      const { userId, email, hasSecondFactor } = account
      return { kind: 'person', userId, email, hasSecondFactor }
    }
    if (account.reason === 'expired')
      throw new AppError('session_expired', 'Your session has expired.', {
        status: 401,
        hint: 'Sign in again.',
      })
    if (account.reason === 'second_factor_required')
      throw new AppError(
        'second_factor_required',
        'This account asks for the code of its second factor.',
        { status: 403, hint: 'Enter the code of your authenticator app, then try again.' },
      )
    throw notSignedIn()
  }
}
