import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../lib/errors.ts'
import type { Person } from '../../project/member.ts'
import type { AccountPort } from '../../project/accounts.ts'
import { bearerToken } from '../../project/resolve-caller.ts'
import { digestOf, isAccessToken } from '../access-tokens/port.ts'
import { notSignedIn } from '../person.ts'

/**
 * The identity that a request's token proves. The platform's records say whether that person is an
 * operator.
 */
export type Identity = { readonly kind: 'operator_credential' } | Omit<Person, 'isOperator'>

type FindAccessToken = (
  digest: Buffer,
) => Promise<
  | { readonly user_id: string; readonly is_expired: boolean; readonly has_second_factor: boolean }
  | undefined
>

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Reads the Bearer token of a request. Rejects with 401 `not_signed_in` or `session_expired`, and
 * with 403 `second_factor_required` if the account has a second factor that the session did not
 * prove. That is not a 401, because the session can still be used to prove it.
 */
export function createIdentify(deps: {
  readonly accounts: AccountPort
  readonly operatorToken: string
  readonly findAccessToken: FindAccessToken
}) {
  const operatorDigest = digest(deps.operatorToken)

  return async function identify(request: FastifyRequest): Promise<Identity> {
    const token = bearerToken(request.headers.authorization)
    if (token === undefined) throw notSignedIn()
    // Digests have a fixed length, so the comparison reveals nothing about the credential, not even
    // its size.
    if (deps.operatorToken !== '' && timingSafeEqual(digest(token), operatorDigest))
      return { kind: 'operator_credential' }
    if (isAccessToken(token)) return ofAccessToken(token)
    const account = await deps.accounts.verifyAccessToken(token)
    if (!('reason' in account)) {
      const { userId, email, hasSecondFactor, sessionId } = account
      return {
        kind: 'person',
        userId,
        email,
        hasSecondFactor,
        credential: 'session',
        sessionId,
      }
    }
    if (account.reason === 'expired')
      throw new AppError('session_expired', 'Your session has expired.', {
        status: 401,
        hint: 'Sign in again.',
      })
    if (account.reason === 'second_factor_required')
      throw new AppError(
        'second_factor_required',
        'This account requires a code from its second factor.',
        { status: 403, hint: 'Enter the code of your authenticator app, then try again.' },
      )
    throw notSignedIn()
  }

  async function ofAccessToken(token: string): Promise<Identity> {
    const found = await deps.findAccessToken(digestOf(token))
    const account = found && (await deps.accounts.readAccount(found.user_id))
    if (!account || found.is_expired)
      throw new AppError(
        'invalid_access_token',
        account ? 'This access token has expired.' : 'This access token is not valid.',
        { status: 401, hint: 'Create a new one in the dashboard under Account → Access tokens.' },
      )
    // A token has no more rights than the session that created it.
    const hasSecondFactor = account.hasSecondFactor && found.has_second_factor
    return {
      kind: 'person',
      ...account,
      hasSecondFactor,
      credential: 'access_token',
      sessionId: null,
    }
  }
}
