import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import type { Session as Connection } from '../../../postgres/database.ts'
import { text } from '../body.ts'
import type { AuthContext } from '../context.ts'
import { digestOf, linkTokenOf } from '../digests.ts'
import { confirmEmailChange, WAITING_FOR_OTHER_MAILBOX } from './email-change.ts'
import { normalizeEmail } from '../users/email-address.ts'
import { flowKindOf } from './mail.ts'
import { notify } from './notifications.ts'
import { issueCode, PKCE_PREFIX } from '../sign-in/pkce.ts'
import { verifyPhone } from '../phone/verify-phone.ts'
import { authError, challengeRequired, otpExpired, validationFailed } from '../errors.ts'
import {
  findOneTimeToken,
  takeOneTimeToken,
  type OneTimeTokenRecord,
  type OneTimeTokenType,
} from '../queries/one-time-tokens.ts'
import { lockUser, type User } from '../queries/users.ts'
import { isExpired, isOfOwnAddress, proveByMail } from './prove-by-mail.ts'
import { withFragment, withQuery } from './redirects.ts'
import { sessionRedirect } from '../sessions/session-redirect.ts'
import { startSession, type SessionBody } from '../sessions/sessions.ts'
import { isBanned } from '../users/is-banned.ts'

const TYPES = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  recovery: ['recovery_token'],
  magiclink: ['recovery_token', 'confirmation_token'],
  email: ['confirmation_token', 'recovery_token'],
  email_change: ['email_change_token_new', 'email_change_token_current'],
} as const satisfies Record<string, readonly OneTimeTokenType[]>

export const VerifyBody = z.object({
  type: text,
  token: text,
  token_hash: text,
  email: text,
  phone: text,
})
type VerifyBody = z.infer<typeof VerifyBody>

type Effects = {
  /** The account before its address changed, if the token confirmed a change. */
  readonly changed?: User
  readonly isFirstProof?: boolean
}

type Verified = Effects &
  (
    | { readonly state: 'signed_in'; readonly session: MailedSession }
    /** The browser that requested the mail exchanges this code for a session. */
    | { readonly state: 'code'; readonly code: string }
    | { readonly state: 'waiting_for_other_mailbox' }
  )

/**
 * A session from a mail. `password_removed` when the account's password could be a stranger's, so that
 * the person has to set one.
 */
export type MailedSession = SessionBody & { readonly password_removed?: true }

/** Verifies and uses up a token: the long one alone, or the short code with its email address. */
export async function verifyToken(context: AuthContext, body: VerifyBody) {
  if (body.phone !== '' && body.email === '' && body.token !== '') return verifyPhone(context, body)
  const types = tokenTypes(body.type)
  const verified = await guarded(context, body.email, () =>
    redeem(context, { digests: presentedDigests(context, body), types, wantsCode: false }),
  ).catch((error: unknown) => {
    throw isInvalidToken(error) ? otpExpired('Token has expired or is invalid') : error
  })
  if (verified.state === 'signed_in') return verified.session
  return { msg: WAITING_FOR_OTHER_MAILBOX, code: '200' }
}

/** Uses up a link's token and returns the redirect with the session or error in its fragment. */
export async function followLink(context: AuthContext, query: VerifyBody): Promise<string> {
  const token = query.token_hash || query.token
  if (token === '') throw validationFailed('Verify requires a token or a token hash')
  const types = tokenTypes(query.type)
  const wantsCode = token.startsWith(PKCE_PREFIX)
  const verified = await guarded(context, query.email, async () => {
    const digests = query.email === '' ? [digestOf(token)] : presentedDigests(context, query)
    if (context.policy.flow !== 'pkce') return redeem(context, { digests, types, wantsCode })
    if (!wantsCode) throw challengeRequired()
    return query.type === 'email_change'
      ? redeem(context, { digests, types, wantsCode })
      : offerCode(context, { digests, types })
  }).catch((error: unknown) => {
    if (error instanceof AppError && error.status < 500) return error
    throw error
  })
  if (verified instanceof AppError) return refusedLink(context, verified, wantsCode)
  if (verified.state === 'code') return withQuery(context.redirectTo, { code: verified.code })
  if (verified.state === 'waiting_for_other_mailbox')
    return withFragment(context.redirectTo, { message: WAITING_FOR_OTHER_MAILBOX })
  return sessionRedirect(context, context.redirectTo, {
    session: verified.session,
    type: query.type,
  })
}

function refusedLink(
  context: Pick<AuthContext, 'redirectTo'>,
  refusal: AppError,
  isForServer: boolean,
): string {
  const values = {
    error: refusal.status === 403 ? 'access_denied' : 'invalid_request',
    error_code: refusal.code,
    error_description: refusal.message,
  }
  const target = withFragment(context.redirectTo, values)
  // Codes are often exchanged by a server, which can't see the fragment.
  return isForServer ? withQuery(target, values) : target
}

function tokenTypes(type: string): readonly OneTimeTokenType[] {
  if (type === '') throw validationFailed('Verify requires a verification type')
  if (!Object.hasOwn(TYPES, type)) throw validationFailed('Invalid email verification type')
  return TYPES[type as keyof typeof TYPES]
}

/** Returns the digests under which the given token or code can be stored. */
function presentedDigests(context: Pick<AuthContext, 'project'>, body: VerifyBody): string[] {
  if (body.token_hash !== '') {
    if (body.email !== '' || body.phone !== '')
      throw validationFailed('Only the token_hash and type should be provided')
    return [digestOf(body.token_hash)]
  }
  if (body.token === '') throw validationFailed('Verify requires a token or a token hash')
  if (body.email === '')
    throw validationFailed('Only an email address or phone number should be provided on verify')
  const code = body.token.replaceAll(/[-\s]/g, '')
  const token = linkTokenOf(normalizeEmail(body.email), code, context.project.keys.jwtSecret)
  // The mail's link can be for PKCE, which prefixes its token. The short code works either way.
  return [digestOf(token), digestOf(`${PKCE_PREFIX}${token}`)]
}

/** Counts failed attempts against the rate limits, so that codes can't be guessed. */
async function guarded<T>(
  context: Pick<AuthContext, 'client' | 'limits' | 'project'>,
  email: string,
  work: () => Promise<T>,
): Promise<T> {
  const { limits, project } = context
  const { network } = context.client
  const address = email === '' ? undefined : normalizeEmail(email)
  limits.count('verifyByIp', project.ref, network)
  if (address) limits.count('verifyByAddress', project.ref, address)
  const result = await work()
  limits.forgive('verifyByIp', project.ref, network)
  if (address) limits.forgive('verifyByAddress', project.ref, address)
  return result
}

const INVALID_LINK = 'Email link is invalid or has expired'
const isInvalidToken = (error: unknown) => error instanceof AppError && error.code === 'otp_expired'

type Presented = {
  readonly digests: readonly string[]
  readonly types: readonly OneTimeTokenType[]
  readonly wantsCode: boolean
}

async function redeem(
  context: AuthContext,
  { digests, types, wantsCode }: Presented,
): Promise<Verified> {
  const outcome = await context.database.transaction(async (tx) => {
    const taken = await takeOneTimeToken(tx, digests, types)
    if (!taken || isExpired(context, taken)) return 'invalid'
    return spend(context, tx, taken, wantsCode)
  })
  if (outcome === 'invalid') throw otpExpired(INVALID_LINK)
  // Cached sessions have the address that the account had before.
  if (outcome.isFirstProof || outcome.changed) context.sessions.forget(context.project.ref)
  if (outcome.changed) notifyEmailChanged(context, outcome.changed)
  return outcome
}

/**
 * Creates the code that the browser which requested the mail exchanges. The token stays valid until
 * then, so that neither a mail scanner nor another browser that opens the link uses it up.
 */
async function offerCode(
  context: Pick<AuthContext, 'database' | 'now' | 'settings'>,
  { digests, types }: Pick<Presented, 'digests' | 'types'>,
): Promise<Verified> {
  const code = await context.database.transaction(async (tx) => {
    const token = await findOneTimeToken(tx, digests, types)
    const user = token && (await lockUser(tx, token.user_id))
    if (!token || !user || isExpired(context, token) || !isOfOwnAddress(token, user))
      return undefined
    if (isBanned(user, context.now)) throw authError(403, 'user_banned', 'User is banned')
    return issueCode(context, tx, { userId: user.id, kind: flowKindOf(token.token_type) })
  })
  if (code === undefined) throw otpExpired(INVALID_LINK)
  return { state: 'code', code }
}

/** Mails the old address about the change, in case its owner did not request it. */
function notifyEmailChanged(context: AuthContext, before: User) {
  const { notifiesNewAddress } = context.policy
  for (const to of [before.email, ...(notifiesNewAddress ? [before.email_change] : [])])
    notify(context, {
      kind: 'email_changed',
      user: { ...before, email: before.email_change },
      values: { OldEmail: before.email ?? '' },
      to,
    })
}

async function spend(
  context: AuthContext,
  tx: Connection,
  token: OneTimeTokenRecord,
  wantsCode: boolean,
): Promise<Verified | 'invalid'> {
  const user = await lockUser(tx, token.user_id)
  if (!user || user.deleted_at !== null) return 'invalid'
  if (isBanned(user, context.now)) throw authError(403, 'user_banned', 'User is banned')
  if (!isAddressChange(token)) {
    if (!isOfOwnAddress(token, user)) return 'invalid'
    const proved = await proveByMail(context, tx, { user, token, continuesFlow: wantsCode })
    return signIn(context, tx, { token, wantsCode, effects: proved })
  }
  // The token is invalid if the account's current or requested address has changed since then.
  const isCurrent = token.token_type === 'email_change_token_current'
  const proves = isCurrent ? user.email : user.email_change
  if (token.relates_to !== proves?.toLowerCase()) return 'invalid'
  if (!(await confirmEmailChange(context, tx, user))) return { state: 'waiting_for_other_mailbox' }
  return signIn(context, tx, { token, wantsCode, effects: { changed: user } })
}

const isAddressChange = (token: OneTimeTokenRecord): boolean =>
  token.token_type.startsWith('email_change')

async function signIn(
  context: AuthContext,
  tx: Connection,
  {
    token,
    wantsCode,
    effects: { hasLostPassword, ...effects },
  }: {
    readonly token: OneTimeTokenRecord
    readonly wantsCode: boolean
    readonly effects: Effects & { readonly hasLostPassword?: boolean }
  },
): Promise<Verified | 'invalid'> {
  const { user_id: userId, token_type: type } = token
  if (wantsCode) {
    const code = await issueCode(context, tx, { userId, kind: flowKindOf(type) })
    return code === undefined ? 'invalid' : { state: 'code', code, ...effects }
  }
  const session = await startSession(context, tx, { userId, method: 'otp' })
  return {
    state: 'signed_in',
    session: hasLostPassword ? { ...session, password_removed: true } : session,
    ...effects,
  }
}
