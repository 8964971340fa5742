import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Session as Connection } from '../../../postgres/database.ts'
import { audit } from '../audit.ts'
import type { MailRequest } from './confirmation.ts'
import { optionalMetadata, text } from '../body.ts'
import type { AuthContext } from '../context.ts'
import { createUser } from '../users/create-user.ts'
import { sendConfirmation } from './confirmation.ts'
import { requestEmailChange, sendEmailChange, type EmailChangeTokens } from './email-change.ts'
import { normalizeEmail } from '../users/email-address.ts'
import { authError, validationFailed } from '../errors.ts'
import { issueToken, sendTokenMailLater, type IssuedToken } from './mail.ts'
import { resendSms, sendPhoneOtp, type SentMessage } from '../phone/phone-otp.ts'
import { announceNewUser } from '../hooks/new-user.ts'
import { ChallengeFields, challengeFor, type Challenge } from '../sign-in/pkce.ts'
import { markContested } from '../queries/unproved-emails.ts'
import { findUserByEmail, updateUser, type User } from '../queries/users.ts'

export const RecoverBody = z.object({ email: text, ...ChallengeFields })

/**
 * Mails a link to set a new password. The response is the same for an unknown address, and so is
 * its time: nothing that depends on the account happens before it.
 */
export async function recover(
  context: AuthContext,
  body: z.infer<typeof RecoverBody>,
): Promise<Record<string, never>> {
  requireEmails(context)
  if (body.email === '') throw validationFailed('Password recovery requires an email')
  const challenge = challengeFor(context, body)
  const email = countMail(context, body.email)
  context.background.start(context.project, async () => {
    const user = await findUserByEmail(context.database, email)
    if (!user) return
    await noteOtherData(context, user, undefined)
    await sendSignInLink(context, user, { kind: 'recovery', challenge })
  })
  return {}
}

export const OtpBody = z.object({
  email: text,
  phone: text,
  channel: text,
  create_user: z.boolean().nullish(),
  data: optionalMetadata,
  ...ChallengeFields,
})

/** Sends a code by message, or a link and a code by mail. */
export async function sendOtp(
  context: AuthContext,
  body: z.infer<typeof OtpBody>,
): Promise<SentMessage> {
  if (body.phone !== '' && body.email !== '')
    throw validationFailed('Only an email address or phone number should be provided')
  if (body.email !== '' && body.channel !== '')
    throw validationFailed('Channel should only be specified with Phone OTP')
  if (body.phone !== '') return sendPhoneOtp(context, body)
  if (body.email === '') throw validationFailed('One of email or phone must be set')
  if (!context.settings.external_email_enabled)
    throw authError(422, 'email_provider_disabled', 'Email logins are disabled')
  return mailSignInLink(context, body)
}

/** The older form of `sendOtp` for mails. */
export async function sendMagicLink(
  context: AuthContext,
  body: z.infer<typeof OtpBody>,
): Promise<Record<string, never>> {
  requireEmails(context)
  return mailSignInLink(context, body)
}

function requireEmails({ settings }: Pick<AuthContext, 'settings'>): void {
  if (!settings.external_email_enabled)
    throw authError(400, 'email_provider_disabled', 'Email logins are disabled')
}

/**
 * Mails a link and a code to sign in with. Creates a missing account first if that is allowed. Like
 * `recover`, it doesn't reveal whether the address has an account. GoTrue does, with the error 422
 * `otp_disabled`.
 */
async function mailSignInLink(
  context: AuthContext,
  body: z.infer<typeof OtpBody>,
): Promise<Record<string, never>> {
  const challenge = challengeFor(context, body)
  const email = countMail(context, body.email)
  context.background.start(context.project, async () => {
    const known = await findUserByEmail(context.database, email)
    if (known) await noteOtherData(context, known, body.data ?? {})
    const user = known ?? (await createMissing(context, email, body))
    if (user) await sendSignInLink(context, user, { kind: 'magiclink', challenge })
  })
  return {}
}

/**
 * Records that the account waits for its first mail and this request does not have the same
 * metadata. The person who follows the mail cannot know that the account stores somebody else's
 * metadata, so the account then gets none.
 */
async function noteOtherData(
  context: Pick<AuthContext, 'database'>,
  user: User,
  data: Readonly<Record<string, unknown>> | undefined,
): Promise<void> {
  if (data !== undefined && isDeepStrictEqual(data, user.raw_user_meta_data)) return
  await markContested(context.database, user.id)
}

async function createMissing(
  context: AuthContext,
  email: string,
  { create_user: mayCreate, data }: z.infer<typeof OtpBody>,
): Promise<User | undefined> {
  if (mayCreate === false || context.settings.disable_signup) return undefined
  if ((await context.policy.admit({ email, inviteToken: '' })) === 'refused') return undefined
  const created = await context.database.transaction((tx) =>
    createUser(context, tx, {
      email,
      passwordHash: '',
      userMetadata: data ?? {},
      isEmailUnproved: true,
    }),
  )
  if (created) announceNewUser(context, created.id)
  return created ?? findUserByEmail(context.database, email)
}

async function sendSignInLink(
  context: AuthContext,
  user: User,
  { kind, challenge }: { kind: 'recovery' | 'magiclink'; challenge: Challenge | undefined },
) {
  const token = await context.database.transaction((tx) =>
    requestRecovery(context, tx, user, { challenge }),
  )
  sendTokenMailLater(context, { kind, user, to: user.email ?? '', token })
}

export const ResendBody = z.object({ type: text, email: text, phone: text, ...ChallengeFields })

/** Resends the mail for a pending sign-up or address change. Reveals as little as `recover`. */
export async function resend(
  context: AuthContext,
  body: z.infer<typeof ResendBody>,
): Promise<SentMessage> {
  if (body.email !== '' && body.phone !== '')
    throw validationFailed('Only an email address or phone number should be provided.')
  if (body.type === 'sms' || body.type === 'phone_change') return resendSms(context, body)
  if (body.type !== 'signup' && body.type !== 'email_change')
    throw validationFailed('Missing one of these types: signup, email_change, sms, phone_change')
  requireEmails(context)
  if (body.email === '') throw validationFailed('Type provided requires an email address')
  const challenge = challengeFor(context, body)
  const email = countMail(context, body.email)
  context.background.start(context.project, async () => {
    const user = await findUserByEmail(context.database, email)
    if (!user) return
    if (body.type === 'signup') await sendConfirmation(context, user, challenge)
    else await resendEmailChange(context, user, challenge)
  })
  return {}
}

async function resendEmailChange(
  context: AuthContext,
  user: User,
  challenge: Challenge | undefined,
) {
  const newEmail = user.email_change
  if (!newEmail) return
  const tokens: EmailChangeTokens = await context.database.transaction((tx) =>
    requestEmailChange(context, tx, { user, newEmail, challenge }),
  )
  const changing = { ...user, email_change: newEmail }
  sendEmailChange(context, changing, tokens).catch((error: unknown) =>
    context.project.log('auth').error({ err: error }, 'Could not send an email'),
  )
}

/** Creates the token of a recovery mail and records the request. */
export async function requestRecovery(
  context: Pick<AuthContext, 'client' | 'now' | 'project' | 'settings'>,
  tx: Connection,
  user: User,
  { challenge, record = { actor: user } }: MailRequest = {},
): Promise<IssuedToken> {
  const token = await issueToken(context, tx, {
    userId: user.id,
    type: 'recovery_token',
    email: user.email ?? '',
    challenge,
  })
  await updateUser(tx, user.id, { recovery_sent_at: context.now }, context.now)
  await audit(context, tx, { action: 'user_recovery_requested', ...record })
  return token
}

// The mail is counted before the account is looked up, because a rate limit error must not reveal
// whether an address has an account.
function countMail(
  context: Pick<AuthContext, 'client' | 'limits' | 'project'>,
  given: string,
): string {
  const { limits, project, client } = context
  const email = normalizeEmail(given)
  limits.count('mailByIp', project.ref, client.network)
  limits.count('mailByAddress', project.ref, email)
  return email
}
