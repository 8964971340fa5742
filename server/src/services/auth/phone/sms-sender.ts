import type { AuthSettings } from '@stoa/contract/services/auth/settings'
import type { Mailer } from '../../../project/mailer.ts'
import type { Outgoing } from '../../../lib/outgoing.ts'
import { findProvider } from './sms-providers.ts'

export type SmsChannel = 'sms' | 'whatsapp'

export type SmsMessage = {
  /** The digits of the number, without a plus. */
  readonly phone: string
  readonly text: string
  /** The code in the text. Some channels send it in a text of their own. */
  readonly code: string
  readonly channel: SmsChannel
}

/** Sends text messages for one project. */
export type SmsSender = {
  /** Rejects if the provider refuses the message or can't be reached. */
  send(message: SmsMessage): Promise<{ readonly messageId: string }>
  /** Present when the provider chooses codes itself and checks them. */
  readonly check?: (given: { readonly phone: string; readonly code: string }) => Promise<boolean>
}

/**
 * The project's SMS provider. Without credentials for it, messages are stored in the local mailbox
 * and sent to nobody.
 */
export function createSmsSender({
  settings,
  projectRef,
  outgoing,
  inbox,
}: {
  readonly settings: AuthSettings
  readonly projectRef: string
  readonly outgoing: Outgoing
  readonly inbox: Mailer
}): SmsSender {
  return (
    findProvider(settings, outgoing) ?? {
      async send({ phone, text, channel }) {
        await inbox({
          projectRef,
          to: `+${phone}`,
          subject: channel === 'sms' ? 'Text message' : 'WhatsApp message',
          html: `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`,
          text,
        })
        return { messageId: '' }
      },
    }
  )
}
