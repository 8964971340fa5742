import { audit } from '../audit.ts'
import type { AuthContext } from '../context.ts'
import { authError, validationFailed } from '../errors.ts'
import { announceNewUser } from '../hooks/new-user.ts'
import { findUserByPhone, findUserByPhoneChange, type User } from '../queries/users.ts'
import { requireAdmission } from '../sign-in/admission.ts'
import { createUser } from '../users/create-user.ts'
import { normalizePhone } from '../users/email-address.ts'
import { sendPhoneToken } from './phone-tokens.ts'
import { requireChannel } from './sms-codes.ts'
import type { SmsChannel } from './sms-sender.ts'

export type PhoneOtp = {
  readonly phone: string
  readonly channel: string
  readonly create_user?: boolean | null | undefined
  readonly data: Readonly<Record<string, unknown>> | undefined
}

/** The ID of the message, which some providers know it by. */
export type SentMessage = { readonly message_id?: string }

/**
 * Sends a code to sign in with. Creates a missing account first if that is allowed; if not, the
 * response doesn't tell whether there is an account.
 */
export async function sendPhoneOtp(context: AuthContext, body: PhoneOtp): Promise<SentMessage> {
  const { settings, project, database, background } = context
  const mayCreate = body.create_user !== false && !settings.disable_signup
  if (!settings.external_phone_enabled)
    throw authError(400, 'phone_provider_disabled', 'Unsupported phone provider')
  const channel = requireChannel(context, body.channel)
  const phone = countSms(context, body.phone)
  if (!mayCreate) {
    background.start(project, async () => {
      const user = await findUserByPhone(database, phone)
      if (user) await sendOtp(context, user, channel)
    })
    return {}
  }
  const user =
    (await findUserByPhone(database, phone)) ?? (await createByPhone(context, phone, body))
  return toSent(await sendOtp(context, user, channel))
}

async function sendOtp(context: AuthContext, user: User, channel: SmsChannel): Promise<string> {
  const messageId = await sendPhoneToken(context, {
    user,
    phone: user.phone ?? '',
    type: 'recovery_token',
    channel,
  })
  await audit(context, context.database, {
    action: 'user_recovery_requested',
    actor: user,
    traits: { channel },
  })
  return messageId
}

async function createByPhone(
  context: AuthContext,
  phone: string,
  { data }: PhoneOtp,
): Promise<User> {
  await requireAdmission(context, '')
  const created = await context.database.transaction((tx) =>
    createUser(context, tx, {
      phone,
      // The account signs in with codes until its owner sets a password.
      passwordHash: '',
      userMetadata: data ?? {},
      isEmailUnproved: false,
    }),
  )
  if (created) announceNewUser(context, created.id)
  const user = created ?? (await findUserByPhone(context.database, phone))
  if (!user) throw new Error('A number was taken and is not there')
  return user
}

/** Sends the code for a pending sign-up or change of number again, if there is one. */
export async function resendSms(
  context: AuthContext,
  body: { readonly type: string; readonly phone: string },
): Promise<SentMessage> {
  if (body.phone === '') throw validationFailed('Type provided requires a phone number')
  if (!context.settings.external_phone_enabled)
    throw authError(400, 'phone_provider_disabled', 'Phone logins are disabled')
  const phone = countSms(context, body.phone)
  const { background, project, database } = context
  background.start(project, async () => {
    const user =
      body.type === 'sms'
        ? await findUserByPhone(database, phone)
        : ((await findUserByPhoneChange(database, phone)) ??
          (await findUserByPhone(database, phone)))
    if (!user) return
    if (body.type === 'sms') await confirmBySms(context, user, { phone, channel: 'sms' })
    if (body.type === 'phone_change' && user.phone_change)
      await sendPhoneToken(context, {
        user,
        phone: user.phone_change,
        type: 'phone_change_token',
        channel: 'sms',
      })
  })
  return {}
}

/** Sends the code of a sign-up, unless the number is confirmed already. */
export async function sendPhoneConfirmation(
  context: AuthContext,
  { phone, channel }: { readonly phone: string; readonly channel: SmsChannel },
): Promise<void> {
  const user = await findUserByPhone(context.database, phone)
  if (user) await confirmBySms(context, user, { phone, channel })
}

async function confirmBySms(
  context: AuthContext,
  user: User,
  to: { readonly phone: string; readonly channel: SmsChannel },
): Promise<void> {
  if (user.phone_confirmed_at !== null) return
  await sendPhoneToken(context, { user, ...to, type: 'confirmation_token' })
}

/** Counts the message before the account is looked up, so that a refusal reveals no account. */
export function countSms(
  context: Pick<AuthContext, 'client' | 'limits' | 'project'>,
  given: string,
): string {
  const { limits, project, client } = context
  const phone = normalizePhone(given)
  limits.count('mailByIp', project.ref, client.network)
  limits.count('smsByAddress', project.ref, phone)
  return phone
}

export const toSent = (messageId: string): SentMessage =>
  messageId === '' ? {} : { message_id: messageId }
