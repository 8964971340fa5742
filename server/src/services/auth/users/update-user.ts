import { z } from 'zod'
import type { Session as Connection } from '../../../postgres/database.ts'
import { audit } from '../audit.ts'
import type { SignedIn } from '../sessions/bearer.ts'
import { optionalMetadata, optionalText, text } from '../body.ts'
import type { AuthContext } from '../context.ts'
import { confirmEmail } from './create-user.ts'
import { normalizeEmail } from './email-address.ts'
import { authError, emailExists, userNotFound, validationFailed } from '../errors.ts'
import {
  requestEmailChange,
  sendEmailChange,
  type EmailChangeTokens,
} from '../mail/email-change.ts'
import { checkPasswordStrength } from '../sign-in/passwords.ts'
import { ChallengeFields, challengeOf, type Challenge } from '../sign-in/pkce.ts'
import { deleteOneTimeTokens } from '../queries/one-time-tokens.ts'
import { deleteOtherSessions, deleteSessionsOf } from '../queries/sessions.ts'
import {
  findUserByEmail,
  lockUser,
  updateUser,
  upsertIdentity,
  type User,
} from '../queries/users.ts'
import { mergeMetadata, toUserBody, type UserBody } from './user-view.ts'

export const UpdateUserBody = z.object({
  email: text,
  phone: text,
  password: optionalText,
  data: optionalMetadata,
  app_metadata: optionalMetadata,
  ...ChallengeFields,
})
type UpdateUserBody = z.infer<typeof UpdateUserBody>

/**
 * Changes a person's own account. A new password signs out every other session. A new address takes
 * effect once its mails are confirmed.
 */
export async function updateOwnUser(
  context: AuthContext,
  { user, sessionId, level }: SignedIn,
  body: UpdateUserBody,
): Promise<UserBody> {
  const { limits, project, settings } = context
  if (body.app_metadata)
    throw authError(403, 'not_admin', 'Updating app_metadata requires admin privileges')
  if (body.phone !== '' && body.phone !== user.phone)
    throw authError(400, 'phone_provider_disabled', 'Phone logins are disabled')
  const email = body.email === '' ? undefined : normalizeEmail(body.email)
  const newEmail = email === user.email ? undefined : email
  if ((body.password !== undefined || newEmail) && level !== 'aal2' && hasVerifiedFactor(user))
    throw authError(
      401,
      'insufficient_aal',
      'AAL2 session is required to update email or password when MFA is enabled.',
    )
  if (body.password !== undefined) limits.count('passwordByAccount', project.ref, user.id)
  const passwordHash = await hashNewPassword(context, { user, password: body.password, newEmail })
  if (newEmail && (await findUserByEmail(context.database, newEmail))) throw emailExists()
  const isSetDirectly = user.is_anonymous && settings.mailer_autoconfirm
  if (newEmail && !isSetDirectly) limits.count('mailByAddress', project.ref, newEmail)
  const challenge = challengeOf(body)
  const change = { newEmail, challenge, isSetDirectly, passwordHash, data: body.data }
  const { tokens, updated } = await context.database.transaction((tx) =>
    apply(context, tx, { user, sessionId, change }),
  )
  if (passwordHash) context.sessions.forget(project.ref)
  if (tokens) await sendEmailChange(context, tokens)
  return toUserBody(updated)
}

const hasVerifiedFactor = (user: User) => user.factors.some(({ status }) => status === 'verified')

type Change = {
  readonly newEmail: string | undefined
  readonly challenge: Challenge | undefined
  readonly isSetDirectly: boolean
  readonly passwordHash: string | undefined
  readonly data: Readonly<Record<string, unknown>> | undefined
}

async function apply(
  context: AuthContext,
  tx: Connection,
  { user, sessionId, change }: Pick<SignedIn, 'user' | 'sessionId'> & { change: Change },
): Promise<{ tokens: EmailChangeTokens | undefined; updated: User }> {
  const current = await lockUser(tx, user.id)
  if (!current) throw userNotFound()
  const { newEmail, challenge, isSetDirectly, passwordHash, data } = change
  if (passwordHash) {
    await setPassword(context, tx, { user: current, passwordHash, keepSession: sessionId })
    await audit(context, tx, { action: 'user_updated_password', actor: current })
  }
  if (data)
    await updateUser(
      tx,
      user.id,
      { raw_user_meta_data: mergeMetadata(current.raw_user_meta_data, data) },
      context.now,
    )
  const tokens =
    newEmail && !isSetDirectly
      ? await requestEmailChange(context, tx, { user: current, newEmail, challenge })
      : undefined
  if (newEmail && isSetDirectly) await adoptEmail(context, tx, current, newEmail)
  await audit(context, tx, { action: 'user_modified', actor: current })
  const updated = await lockUser(tx, user.id)
  if (!updated) throw userNotFound()
  return { tokens, updated }
}

async function hashNewPassword(
  context: AuthContext,
  {
    user,
    password,
    newEmail,
  }: {
    user: User
    password: string | undefined
    newEmail: string | undefined
  },
): Promise<string | undefined> {
  if (password === undefined) return undefined
  if (user.is_anonymous && !newEmail)
    throw authError(
      422,
      'validation_failed',
      'Updating password of an anonymous user without an email or phone is not allowed',
    )
  checkPasswordStrength(password, context.settings)
  if (
    user.encrypted_password &&
    (await context.passwords.verify(context, password, user.encrypted_password))
  )
    throw authError(422, 'same_password', 'New password should be different from the old password.')
  return context.passwords.hash(context, password)
}

export type PasswordChange = {
  readonly user: User
  readonly passwordHash: string
  /** The session to keep; null ends all sessions. */
  readonly keepSession: string | null
}

/** Stores the password, invalidates mailed tokens, and ends all sessions but the one to keep. */
export async function setPassword(
  context: AuthContext,
  tx: Connection,
  { user, passwordHash, keepSession }: PasswordChange,
): Promise<void> {
  await updateUser(tx, user.id, { encrypted_password: passwordHash }, context.now)
  await deleteOneTimeTokens(tx, user.id)
  if (keepSession === null) await deleteSessionsOf(tx, user.id)
  else await deleteOtherSessions(tx, user.id, keepSession)
}

// An anonymous account that adds an address becomes a regular account, as if it had signed up.
async function adoptEmail(context: AuthContext, tx: Connection, user: User, email: string) {
  const { now } = context
  const provider = { provider: 'email', providers: ['email'] }
  await updateUser(
    tx,
    user.id,
    {
      email,
      is_anonymous: false,
      raw_app_meta_data: mergeMetadata(user.raw_app_meta_data, provider),
    },
    now,
  )
  await upsertIdentity(tx, {
    userId: user.id,
    provider: 'email',
    data: { sub: user.id, email, email_verified: true, phone_verified: false },
    now,
  })
  const adopted = await lockUser(tx, user.id)
  if (!adopted) throw validationFailed('The account no longer exists')
  await confirmEmail(context, tx, adopted)
}
