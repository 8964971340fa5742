import { z } from 'zod'
import type { Session as Connection } from '../../../postgres/database.ts'
import { audit } from '../audit.ts'
import { optionalMetadata, text } from '../body.ts'
import type { AuthContext } from '../context.ts'
import { createUser } from '../users/create-user.ts'
import { requestEmailChange, type EmailChangeTokens } from './email-change.ts'
import { normalizeEmail } from '../users/email-address.ts'
import { authError, invitationNeeded, signUpDisabled, validationFailed } from '../errors.ts'
import { issueToken, sendTokenMailLater, type IssuedToken } from './mail.ts'
import { ChallengeFields, challengeOf, type Challenge } from '../sign-in/pkce.ts'
import { findUserByEmail, updateUser, type User } from '../queries/users.ts'
import { requestConfirmation } from '../sign-in/sign-up.ts'

export const RecoverBody = z.object({ email: text, ...ChallengeFields })

/** Mails a link to set a new password. The response is the same for an unknown address. */
export async function recover(
  context: AuthContext,
  body: z.infer<typeof RecoverBody>,
): Promise<Record<string, never>> {
  if (body.email === '') throw validationFailed('Password recovery requires an email')
  const challenge = challengeOf(body)
  const email = countMail(context, body.email)
  const user = await findUserByEmail(context.database, email)
  if (!user) return {}
  const token = await context.database.transaction((tx) =>
    requestRecovery(context, tx, user, challenge),
  )
  sendTokenMailLater(context, { kind: 'recovery', to: email, token })
  return {}
}

export const OtpBody = z.object({
  email: text,
  phone: text,
  create_user: z.boolean().nullish(),
  data: optionalMetadata,
  ...ChallengeFields,
})

/** Mails a link and a code to sign in with. Creates a missing account first if that is allowed. */
export async function sendMagicLink(
  context: AuthContext,
  body: z.infer<typeof OtpBody>,
): Promise<Record<string, never>> {
  const { settings, project, mayCreateAccount } = context
  if (body.phone !== '')
    throw authError(400, 'phone_provider_disabled', 'Phone logins are disabled')
  if (!settings.external_email_enabled)
    throw authError(400, 'email_provider_disabled', 'Email logins are disabled')
  const challenge = challengeOf(body)
  const email = countMail(context, body.email)
  const mayCreate = body.create_user !== false
  const existing = await findUserByEmail(context.database, email)
  if (!existing && !mayCreate) throw authError(422, 'otp_disabled', 'Signups not allowed for otp')
  if (!existing && settings.disable_signup) throw signUpDisabled()
  if (!existing && !(await mayCreateAccount(project, email))) throw invitationNeeded()
  const token = await context.database.transaction(async (tx) => {
    const created =
      existing ??
      (await createUser(context, tx, { email, passwordHash: '', userMetadata: body.data ?? {} }))
    const user = created ?? (await findUserByEmail(tx, email))
    if (!user) throw new Error('An account vanished while its link was made')
    return requestRecovery(context, tx, user, challenge)
  })
  sendTokenMailLater(context, { kind: 'magiclink', to: email, token })
  return {}
}

export const ResendBody = z.object({ type: text, email: text, phone: text, ...ChallengeFields })

/** Resends the mail for a pending sign-up or address change, if there is one. */
export async function resend(
  context: AuthContext,
  body: z.infer<typeof ResendBody>,
): Promise<Record<string, never>> {
  if (body.type === 'sms' || body.type === 'phone_change')
    throw authError(400, 'phone_provider_disabled', 'Phone logins are disabled')
  if (body.type !== 'signup' && body.type !== 'email_change')
    throw validationFailed('Missing one of these types: signup, email_change, sms, phone_change')
  if (body.email === '') throw validationFailed('Type provided requires an email address')
  const challenge = challengeOf(body)
  const email = countMail(context, body.email)
  const user = await findUserByEmail(context.database, email)
  if (!user) return {}
  if (body.type === 'signup') await resendConfirmation(context, user, challenge)
  else await resendEmailChange(context, user, challenge)
  return {}
}

async function resendConfirmation(
  context: AuthContext,
  user: User,
  challenge: Challenge | undefined,
) {
  if (user.email_confirmed_at !== null || !user.email) return
  const token = await context.database.transaction((tx) =>
    requestConfirmation(context, tx, user, challenge),
  )
  sendTokenMailLater(context, { kind: 'signup', to: user.email, token })
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
  for (const { to, token } of tokens)
    sendTokenMailLater(context, { kind: 'email_change', to, token })
}

/** Creates the token of a recovery mail and records the request. */
export async function requestRecovery(
  context: AuthContext,
  tx: Connection,
  user: User,
  challenge?: Challenge,
): Promise<IssuedToken> {
  const token = await issueToken(context, tx, {
    userId: user.id,
    type: 'recovery_token',
    email: user.email ?? '',
    challenge,
  })
  await updateUser(tx, user.id, { recovery_sent_at: context.now }, context.now)
  await audit(context, tx, { action: 'user_recovery_requested', actor: user })
  return token
}

// The mail is counted before the account is looked up, because a rate limit error must not reveal
// whether an address has an account.
function countMail(context: AuthContext, given: string): string {
  const { limits, project, client } = context
  const email = normalizeEmail(given)
  limits.count('mailByIp', project.ref, client.network)
  limits.count('mailByAddress', project.ref, email)
  return email
}
