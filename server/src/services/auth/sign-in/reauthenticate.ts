import type { Session as Connection } from '../../../postgres/database.ts'
import { audit } from '../audit.ts'
import type { AuthContext } from '../context.ts'
import { authError, validationFailed } from '../errors.ts'
import { digestOf, linkTokenOf } from '../digests.ts'
import { issueToken, sendTokenMail } from '../mail/mail.ts'
import { countSms, toSent, type SentMessage } from '../phone/phone-otp.ts'
import { sendPhoneToken } from '../phone/phone-tokens.ts'
import { checkSmsCode, providerChecksCodes, testCodeOf } from '../phone/sms-codes.ts'
import { takeCode } from '../phone/verify-phone.ts'
import { takeOneTimeToken } from '../queries/one-time-tokens.ts'
import { findAmr } from '../queries/sessions.ts'
import { takeUnproved } from '../queries/unproved-emails.ts'
import { updateUser, type User } from '../queries/users.ts'
import type { SignedIn } from '../sessions/bearer.ts'

/** How long after signing in a password can be set without a nonce. */
const FRESH_HOURS = 24
/** A session that was started with one of these proves access to the mailbox or phone. */
const RECOVERING = new Set(['otp', 'magiclink', 'recovery'])

/** Sends a nonce to the account's mailbox or phone, to prove again who is signed in. */
export async function reauthenticate(
  context: AuthContext,
  { user }: Pick<SignedIn, 'user'>,
): Promise<SentMessage> {
  if (!user.email && !user.phone)
    throw validationFailed('Reauthentication requires the user to have an email or a phone number')
  if (user.email) return mailNonce(context, user, user.email)
  const phone = countSms(context, user.phone ?? '')
  if (user.phone_confirmed_at === null)
    throw authError(422, 'phone_not_confirmed', 'Please verify your phone first.')
  await auditRequest(context, context.database, user)
  return toSent(
    await sendPhoneToken(context, { user, phone, type: 'reauthentication_token', channel: 'sms' }),
  )
}

async function mailNonce(
  context: AuthContext,
  user: User,
  email: string,
): Promise<Record<string, never>> {
  const { limits, project, client } = context
  if (user.email_confirmed_at === null)
    throw authError(422, 'email_not_confirmed', 'Please verify your email first.')
  limits.count('mailByIp', project.ref, client.network)
  limits.count('mailByAddress', project.ref, email)
  const token = await context.database.transaction(async (tx) => {
    await auditRequest(context, tx, user)
    await updateUser(tx, user.id, { reauthentication_sent_at: context.now }, context.now)
    return issueToken(context, tx, {
      userId: user.id,
      type: 'reauthentication_token',
      email,
      challenge: undefined,
    })
  })
  await sendTokenMail(context, { kind: 'reauthentication', to: email, token, user })
  return {}
}

const auditRequest = (
  context: Pick<AuthContext, 'client' | 'now' | 'project'>,
  session: Connection,
  user: User,
) => audit(context, session, { action: 'user_reauthenticate_requested', actor: user })

/**
 * Requires the nonce for a new password if the project's settings say so and the session is older
 * than a day. 400 `reauthentication_needed` without a nonce, 422 `reauthentication_not_valid` for a
 * wrong one.
 */
export async function requireReauthentication(
  context: AuthContext,
  { user, signedInAt }: Pick<SignedIn, 'user' | 'signedInAt'>,
  nonce: string,
): Promise<void> {
  if (!context.settings.security_update_password_require_reauthentication) return
  const age = signedInAt === null ? Infinity : context.now.getTime() - signedInAt.getTime()
  if (age <= FRESH_HOURS * 3_600_000) return
  if (nonce === '')
    throw authError(400, 'reauthentication_needed', 'Password update requires reauthentication')
  if (!(await takeNonce(context, user, nonce.replaceAll(/[-\s]/g, ''))))
    throw authError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
}

async function takeNonce(context: AuthContext, user: User, nonce: string): Promise<boolean> {
  const { email } = user
  if (email)
    return context.database.transaction(async (tx) => {
      const isTaken = await takeMailed(context, tx, email, nonce)
      // A person who is signed in to the account has verified its address.
      if (isTaken) await takeUnproved(tx, user.id)
      return isTaken
    })
  const phone = user.phone ?? ''
  const fixed = testCodeOf(context, phone)
  if (fixed !== undefined) return fixed === nonce
  if (providerChecksCodes(context, phone)) return checkSmsCode(context, { phone, code: nonce })
  const taken = await context.database.transaction((tx) =>
    takeCode(context, tx, { user, phone, code: nonce, types: ['reauthentication_token'] }),
  )
  return taken !== false
}

async function takeMailed(
  context: Pick<AuthContext, 'now' | 'project' | 'settings'>,
  tx: Connection,
  email: string,
  nonce: string,
): Promise<boolean> {
  const address = email.toLowerCase()
  const digest = digestOf(linkTokenOf(address, nonce, context.project.keys.jwtSecret))
  const taken = await takeOneTimeToken(tx, [digest], ['reauthentication_token'])
  if (!taken || taken.relates_to !== address) return false
  const age = context.now.getTime() - taken.created_at.getTime()
  return age <= context.settings.mailer_otp_exp * 1000
}

/**
 * Requires the current password for a new one if the project's settings say so. A session that was
 * started from a mail or message doesn't need it, so that a forgotten password can be replaced.
 */
export async function requireCurrentPassword(
  context: AuthContext,
  signedIn: Pick<SignedIn, 'sessionId'>,
  { hash, given }: { readonly hash: string; readonly given: string | undefined },
): Promise<void> {
  if (!context.settings.security_update_password_require_current_password) return
  if (await isRecovering(context, signedIn)) return
  if (given === undefined || given === '')
    throw authError(
      400,
      'current_password_required',
      'Current password required when setting new password.',
    )
  if (!(await context.passwords.verify(context, given, hash)))
    throw authError(
      400,
      'current_password_invalid',
      'Current password required when setting new password.',
    )
}

/** Whether the session was started from a mail or message, in place of the password. */
export async function isRecovering(
  { database }: Pick<AuthContext, 'database'>,
  { sessionId }: Pick<SignedIn, 'sessionId'>,
): Promise<boolean> {
  const methods = sessionId === null ? [] : await findAmr(database, sessionId)
  return methods.some(({ method }) => RECOVERING.has(method))
}
