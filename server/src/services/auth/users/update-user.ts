import { z } from 'zod'
import type { Session as Connection } from '../../../postgres/database.ts'
import { audit } from '../audit.ts'
import type { SignedIn } from '../sessions/bearer.ts'
import { optionalMetadata, optionalText, text } from '../body.ts'
import type { AuthContext } from '../context.ts'
import { confirmEmail } from './create-user.ts'
import { normalizeEmail, normalizePhone } from './email-address.ts'
import { authError, emailExists, phoneExists, userNotFound, validationFailed } from '../errors.ts'
import {
  requestEmailChange,
  sendEmailChange,
  type EmailChangeTokens,
} from '../mail/email-change.ts'
import { checkNewPassword } from '../sign-in/password-rules.ts'
import { notify } from '../mail/notifications.ts'
import { changePhone, notifyPhoneChanged } from '../phone/confirm-phone.ts'
import { sendPhoneToken } from '../phone/phone-tokens.ts'
import { requireChannel } from '../phone/sms-codes.ts'
import {
  isRecovering,
  requireCurrentPassword,
  requireReauthentication,
} from '../sign-in/reauthenticate.ts'
import { ChallengeFields, challengeFor, type Challenge } from '../sign-in/pkce.ts'
import { deleteOneTimeTokens } from '../queries/one-time-tokens.ts'
import { deletePasskeysOf } from '../queries/passkeys.ts'
import { deleteOtherSessions, deleteSessionsOf } from '../queries/sessions.ts'
import { markUnproved } from '../queries/unproved-emails.ts'
import {
  findUser,
  findUserByEmail,
  findUserByPhone,
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
  current_password: optionalText,
  nonce: text,
  channel: text,
  data: optionalMetadata,
  app_metadata: optionalMetadata,
  ...ChallengeFields,
})
type UpdateUserBody = z.infer<typeof UpdateUserBody>

/**
 * Changes a person's own account. A new password signs out every other session. Where the policy says
 * so, a password that replaces a forgotten one also ends access tokens and passkeys; second factors
 * stay, because access to the mailbox must not remove them. A new address takes effect once its mails
 * are confirmed.
 */
export async function updateOwnUser(
  context: AuthContext,
  signedIn: SignedIn,
  body: UpdateUserBody,
): Promise<UserBody> {
  const { limits, project, settings } = context
  const { user, sessionId, level } = signedIn
  if (body.app_metadata)
    throw authError(403, 'not_admin', 'Updating app_metadata requires admin privileges')
  const newEmail = changed(body.email, normalizeEmail, user.email)
  const newPhone = changed(body.phone, normalizePhone, user.phone)
  const channel = newPhone ? requireChannel(context, body.channel) : 'sms'
  const isSensitive =
    body.password !== undefined || newEmail !== undefined || newPhone !== undefined
  if (isSensitive && level !== 'aal2' && hasVerifiedFactor(user))
    throw authError(
      401,
      'insufficient_aal',
      'AAL2 session is required to update email or password when MFA is enabled.',
    )
  if (newPhone && !settings.external_phone_enabled)
    throw authError(400, 'phone_provider_disabled', 'Phone logins are disabled')
  if (body.password !== undefined) limits.count('passwordByAccount', project.ref, user.id)
  const passwordHash = await hashNewPassword(context, signedIn, {
    ...body,
    hasNewAddress: newEmail !== undefined || newPhone !== undefined,
  })
  if (newEmail && (await findUserByEmail(context.database, newEmail))) throw emailExists()
  if (newPhone && (await findUserByPhone(context.database, newPhone))) throw phoneExists()
  const isSetDirectly = user.is_anonymous && context.policy.confirmsUnproved
  if (newEmail && !isSetDirectly) limits.count('mailByAddress', project.ref, newEmail)
  if (newPhone && !settings.sms_autoconfirm) limits.count('smsByAddress', project.ref, newPhone)
  const challenge = newEmail && !isSetDirectly ? challengeFor(context, body) : undefined
  const endsCredentials =
    passwordHash !== undefined &&
    context.policy.recoveryEndsCredentials &&
    (await isRecovering(context, signedIn))
  const change = {
    newEmail,
    newPhone,
    challenge,
    isSetDirectly,
    passwordHash,
    endsCredentials,
    data: body.data,
  }
  const { tokens, updated } = await context.database.transaction((tx) =>
    apply(context, tx, { user, sessionId, change }),
  )
  if (passwordHash) {
    context.sessions.forget(project.ref)
    notify(context, { kind: 'password_changed', user: updated })
  }
  if (newPhone && settings.sms_autoconfirm) notifyPhoneChanged(context, updated, user.phone)
  if (tokens) await sendEmailChange(context, updated, tokens)
  if (!newPhone || settings.sms_autoconfirm) return toUserBody(updated)
  await sendPhoneToken(context, {
    user: updated,
    phone: newPhone,
    type: 'phone_change_token',
    channel,
  })
  return toUserBody((await findUser(context.database, user.id)) ?? updated)
}

/** The given address in its stored form if it differs from the account's. */
function changed(
  given: string,
  normalize: (given: string) => string,
  current: string | null,
): string | undefined {
  const address = given === '' ? undefined : normalize(given)
  return address === current ? undefined : address
}

const hasVerifiedFactor = (user: User) => user.factors.some(({ status }) => status === 'verified')

type UserChange = {
  readonly newEmail: string | undefined
  readonly newPhone: string | undefined
  readonly challenge: Challenge | undefined
  readonly isSetDirectly: boolean
  readonly passwordHash: string | undefined
  /** The new password also ends access tokens and passkeys. */
  readonly endsCredentials: boolean
  readonly data: Readonly<Record<string, unknown>> | undefined
}

async function apply(
  context: AuthContext,
  tx: Connection,
  { user, sessionId, change }: Pick<SignedIn, 'user' | 'sessionId'> & { change: UserChange },
): Promise<{ tokens: EmailChangeTokens | undefined; updated: User }> {
  const current = await lockUser(tx, user.id)
  if (!current) throw userNotFound()
  const { newEmail, newPhone, challenge, isSetDirectly, passwordHash, data } = change
  if (passwordHash) {
    await setPassword(context, tx, { user: current, passwordHash, keepSession: sessionId })
    await audit(context, tx, { action: 'user_updated_password', actor: current })
  }
  if (change.endsCredentials) {
    await deletePasskeysOf(tx, user.id)
    await context.policy.revokeAccessTokens(user.id)
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
  if (newPhone && context.settings.sms_autoconfirm)
    await changePhone(context, tx, { user: current, phone: newPhone })
  await audit(context, tx, { action: 'user_modified', actor: current })
  const updated = await lockUser(tx, user.id)
  if (!updated) throw userNotFound()
  return { tokens, updated }
}

async function hashNewPassword(
  context: AuthContext,
  signedIn: SignedIn,
  {
    password,
    current_password: currentPassword,
    nonce,
    hasNewAddress,
  }: Pick<UpdateUserBody, 'password' | 'current_password' | 'nonce'> & {
    readonly hasNewAddress: boolean
  },
): Promise<string | undefined> {
  const { user } = signedIn
  if (password === undefined) return undefined
  if (user.is_anonymous && !hasNewAddress)
    throw authError(
      422,
      'validation_failed',
      'Updating password of an anonymous user without an email or phone is not allowed',
    )
  await checkNewPassword(context, password)
  await requireReauthentication(context, signedIn, nonce)
  const { encrypted_password: hash } = user
  if (hash) {
    await requireCurrentPassword(context, signedIn, { hash, given: currentPassword })
    if (await context.passwords.verify(context, password, hash))
      throw authError(
        422,
        'same_password',
        'New password should be different from the old password.',
      )
  }
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
  context: Pick<AuthContext, 'now'>,
  tx: Connection,
  { user, passwordHash, keepSession }: PasswordChange,
): Promise<void> {
  await updateUser(tx, user.id, { encrypted_password: passwordHash }, context.now)
  await deleteOneTimeTokens(tx, user.id)
  if (keepSession === null) await deleteSessionsOf(tx, user.id)
  else await deleteOtherSessions(tx, user.id, keepSession)
}

// An anonymous account that adds an address becomes a regular one, as if it had signed up.
async function adoptEmail(
  context: Pick<AuthContext, 'now'>,
  tx: Connection,
  user: User,
  email: string,
) {
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
  await markUnproved(tx, user.id, now)
}
