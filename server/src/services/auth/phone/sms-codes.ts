import { randomInt } from 'node:crypto'
import type { AuthSettings } from '@stoa/contract/services/auth/settings'
import { AppError } from '../../../lib/errors.ts'
import type { AuthContext } from '../context.ts'
import { authError, validationFailed } from '../errors.ts'
import { callSendSms, isHookEnabled } from '../hooks/hooks.ts'
import type { User } from '../queries/users.ts'
import { findProvider, hasWhatsapp } from './sms-providers.ts'
import type { SmsChannel, SmsSender } from './sms-sender.ts'

export type CodeDraft = {
  readonly user: User
  /** The digits of the number, without a plus. */
  readonly phone: string
  readonly channel: SmsChannel
  /** Digits of the code. */
  readonly length: number
  /** A text with `{{ .Code }}` in it. */
  readonly template: string
}

export type SentCode = { readonly code: string; readonly messageId: string }

/**
 * Draws a code and sends it: to a test number nothing is sent, and it has a fixed code. 422
 * `sms_send_failed` if the provider refuses the message.
 */
export async function sendSmsCode(context: AuthContext, draft: CodeDraft): Promise<SentCode> {
  const { user, phone, channel, length, template } = draft
  const fixed = testCodeOf(context, phone)
  if (fixed !== undefined) return { code: fixed, messageId: 'test-otp' }
  context.limits.count('smsByProject', context.project.ref, '')
  const code = String(randomInt(10 ** length)).padStart(length, '0')
  if (isHookEnabled(context, 'send_sms')) {
    await callSendSms(context, { user, phone, code })
    return { code, messageId: '' }
  }
  const text = template.replaceAll(/\{\{\s*\.Code\s*\}\}/g, code)
  try {
    const { messageId } = await senderOf(context).send({ phone, text, code, channel })
    return { code, messageId }
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    const reason = cause instanceof Error ? cause.message : 'The provider could not be reached'
    context.project.log('auth').warn({ err: cause }, 'Could not send a text message')
    throw authError(422, 'sms_send_failed', `Error sending OTP to provider: ${reason}`, { cause })
  }
}

/** Whether the provider chooses and checks the codes of this number itself. */
export const providerChecksCodes = (context: AuthContext, phone: string): boolean =>
  testCodeOf(context, phone) === undefined &&
  !isHookEnabled(context, 'send_sms') &&
  senderOf(context).check !== undefined

/** Asks the provider whether the code is right. */
export const checkSmsCode = async (
  context: Pick<AuthContext, 'inbox' | 'outgoing' | 'project' | 'settings'>,
  given: { readonly phone: string; readonly code: string },
): Promise<boolean> => (await senderOf(context).check?.(given)) ?? false

/** 400 `validation_failed` unless the project's provider supports the channel; `sms` if empty. */
export function requireChannel(
  { settings }: Pick<AuthContext, 'settings'>,
  channel: string,
): SmsChannel {
  if (channel === '' || channel === 'sms') return 'sms'
  if (channel === 'whatsapp' && hasWhatsapp(settings)) return 'whatsapp'
  throw validationFailed(
    "Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported if Twilio or Twilio Verify is used as the provider.",
  )
}

/** The fixed code of a test number, while the project has one for it. */
export function testCodeOf(
  { settings, now }: Pick<AuthContext, 'settings' | 'now'>,
  phone: string,
): string | undefined {
  const until = settings.sms_test_otp_valid_until
  if (until !== '' && new Date(until) <= now) return undefined
  return testCodes(settings).get(phone)
}

const testCodes = ({ sms_test_otp: pairs }: AuthSettings): ReadonlyMap<string, string> =>
  new Map(
    pairs.split(',').flatMap((pair) => {
      const [phone, code] = pair.split('=')
      return phone && code ? [[phone, code] as const] : []
    }),
  )

/** The project's provider. Without credentials for one, messages are kept in the local mailbox. */
const senderOf = (
  context: Pick<AuthContext, 'inbox' | 'outgoing' | 'project' | 'settings'>,
): SmsSender =>
  findProvider(context.settings, context.outgoing) ?? {
    async send({ phone, text, channel }) {
      await context.inbox({
        projectRef: context.project.ref,
        to: `+${phone}`,
        subject: channel === 'sms' ? 'Text message' : 'WhatsApp message',
        html: '',
        text,
      })
      return { messageId: '' }
    },
  }
