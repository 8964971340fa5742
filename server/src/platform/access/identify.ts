import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../lib/errors.ts'
import type { AccountPort } from '../deps.ts'

/** Who a request comes from: a person with a session, or the command line with the operator credential. */
export type Person = { readonly userId: string; readonly email: string }
export type Identity = Person | 'operator'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Reads the Bearer token of a request. Rejects with 401 `not_signed_in` or `session_expired`. */
export function createIdentify(deps: { accounts: AccountPort; operatorToken: string }) {
  const operatorDigest = digest(deps.operatorToken)

  return async function identify(request: FastifyRequest): Promise<Identity> {
    const token = /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1]
    if (token === undefined) throw notSignedIn()
    // Digests have one length, so the comparison tells nothing about the credential, not even its size.
    if (deps.operatorToken !== '' && timingSafeEqual(digest(token), operatorDigest))
      return 'operator'
    const account = await deps.accounts.verifyAccessToken(token)
    if (!('reason' in account)) return { userId: account.userId, email: account.email }
    if (account.reason === 'expired')
      throw new AppError('session_expired', 'Your session has expired.', {
        status: 401,
        hint: 'Sign in again.',
      })
    throw notSignedIn()
  }
}

const notSignedIn = () =>
  new AppError('not_signed_in', 'You are not signed in.', {
    status: 401,
    hint: 'Sign in, and send the access token as a Bearer token.',
  })
