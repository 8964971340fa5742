import type { AuthContext } from '../context.ts'
import { digestOf, linkTokenOf } from '../digests.ts'
import { putOneTimeToken } from '../queries/one-time-tokens.ts'
import { updateUser, type User, type UserChange } from '../queries/users.ts'
import { sendSmsCode } from './sms-codes.ts'
import type { SmsChannel } from './sms-sender.ts'

export type PhoneTokenType =
  | 'confirmation_token'
  | 'recovery_token'
  | 'phone_change_token'
  | 'reauthentication_token'

/** Sends a code to the number and stores its digest; returns the provider's ID of the message. */
export async function sendPhoneToken(
  context: AuthContext,
  {
    user,
    phone,
    type,
    channel,
  }: {
    readonly user: User
    readonly phone: string
    readonly type: PhoneTokenType
    readonly channel: SmsChannel
  },
): Promise<string> {
  const { settings, now } = context
  // The provider is slow, so the message is sent outside of the transaction.
  const { code, messageId } = await sendSmsCode(context, {
    user,
    phone,
    channel,
    length: settings.sms_otp_length,
    template: settings.sms_template,
  })
  await context.database.transaction(async (tx) => {
    await updateUser(tx, user.id, sentAt(type, phone, now), now)
    await putOneTimeToken(tx, {
      userId: user.id,
      type,
      digest: phoneDigest(context, phone, code),
      relatesTo: phone,
      now,
    })
  })
  return messageId
}

function sentAt(type: PhoneTokenType, phone: string, now: Date): UserChange {
  if (type === 'confirmation_token') return { confirmation_sent_at: now }
  if (type === 'recovery_token') return { recovery_sent_at: now }
  if (type === 'reauthentication_token') return { reauthentication_sent_at: now }
  return { phone_change: phone, phone_change_sent_at: now }
}

/** The digest under which the code for a number is stored. */
export const phoneDigest = (
  context: Pick<AuthContext, 'project'>,
  phone: string,
  code: string,
): string => digestOf(linkTokenOf(phone, code, context.project.keys.jwtSecret))
