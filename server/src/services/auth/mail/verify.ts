import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import type { Session as Connection } from '../../../postgres/database.ts'
import { audit } from '../audit.ts'
import { text } from '../body.ts'
import type { AuthContext } from '../context.ts'
import { confirmEmail } from '../users/create-user.ts'
import { digestOf, linkTokenOf } from './digests.ts'
import { confirmEmailChange, WAITING_FOR_OTHER_MAILBOX } from './email-change.ts'
import { normalizeEmail } from '../users/email-address.ts'
import { flowKindOf } from './mail.ts'
import { notify } from './notifications.ts'
import { issueCode, PKCE_PREFIX } from '../sign-in/pkce.ts'
import { verifyPhone } from '../phone/verify-phone.ts'
import { authError, otpExpired, validationFailed } from '../errors.ts'
import {
  takeOneTimeToken,
  type OneTimeTokenRecord,
  type OneTimeTokenType,
} from '../queries/one-time-tokens.ts'
import { lockUser, updateUser, type User } from '../queries/users.ts'
import { withFragment, withQuery } from './redirects.ts'
import { startSession, type SessionBody } from '../sessions/sessions.ts'
import { isBanned } from '../sign-in/sign-in.ts'

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

/** The account before its address changed, if the token confirmed a change. */
type Changed = { readonly changed?: User }

type Verified = Changed &
  (
    | { readonly state: 'signed_in'; readonly session: SessionBody }
    /** The browser that requested the mail exchanges this code for a session. */
    | { readonly state: 'code'; readonly code: string }
    | { readonly state: 'waiting_for_other_mailbox' }
  )

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
  const verified = await guarded(context, query.email, () =>
    redeem(context, {
      digests: query.email === '' ? [digestOf(token)] : presentedDigests(context, query),
      types,
      wantsCode,
    }),
  ).catch((error: unknown) => {
    if (error instanceof AppError && error.status < 500) return error
    throw error
  })
  if (verified instanceof AppError) return refusedLink(context, verified, wantsCode)
  if (verified.state === 'code') return withQuery(context.redirectTo, { code: verified.code })
  if (verified.state === 'waiting_for_other_mailbox')
    return withFragment(context.redirectTo, { message: WAITING_FOR_OTHER_MAILBOX })
  const { session } = verified
  return withFragment(context.redirectTo, {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    token_type: session.token_type,
    type: query.type,
  })
}

function refusedLink(context: AuthContext, refusal: AppError, isForServer: boolean): string {
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
function presentedDigests(context: AuthContext, body: VerifyBody): string[] {
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
async function guarded<T>(context: AuthContext, email: string, work: () => Promise<T>): Promise<T> {
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
  if (outcome.changed) notifyEmailChanged(context, outcome.changed)
  return outcome
}

/** Mails the old address about the change, in case its owner did not request it. */
const notifyEmailChanged = (context: AuthContext, before: User) =>
  notify(context, {
    kind: 'email_changed',
    user: { ...before, email: before.email_change },
    values: { OldEmail: before.email ?? '' },
    to: before.email,
  })

function isExpired(context: AuthContext, token: OneTimeTokenRecord): boolean {
  const age = context.now.getTime() - token.created_at.getTime()
  return age > context.settings.mailer_otp_exp * 1000
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
  const isAddressChange = token.token_type.startsWith('email_change')
  if (isAddressChange) {
    // The token is invalid if the account's current or requested address has changed since then.
    const current = token.token_type === 'email_change_token_current'
    const proves = current ? user.email : user.email_change
    if (token.relates_to !== proves?.toLowerCase()) return 'invalid'
    if (!(await confirmEmailChange(context, tx, user)))
      return { state: 'waiting_for_other_mailbox' }
  } else {
    if (token.relates_to !== user.email?.toLowerCase()) return 'invalid'
    await audit(context, tx, {
      action: user.email_confirmed_at === null ? 'user_signedup' : 'login',
      actor: user,
      traits: { provider: 'email' },
    })
    // The password was chosen before anyone confirmed the address, possibly by a stranger. It is
    // removed so that the stranger can't share the account with the owner of the address.
    if (token.token_type === 'recovery_token' && user.email_confirmed_at === null)
      await updateUser(tx, user.id, { encrypted_password: '' }, context.now)
    await confirmEmail(context, tx, user)
  }
  if (wantsCode) {
    const code = await issueCode(context, tx, {
      userId: user.id,
      kind: flowKindOf(token.token_type),
    })
    return code === undefined
      ? 'invalid'
      : { state: 'code', code, ...(isAddressChange && { changed: user }) }
  }
  return {
    state: 'signed_in',
    session: await startSession(context, tx, { userId: user.id, method: 'otp' }),
    ...(isAddressChange && { changed: user }),
  }
}
