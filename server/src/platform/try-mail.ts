import type { MailOutcome } from '@stoa/contract/platform/mail'
import type { Context } from './context.ts'
import { PLATFORM_MAIL } from './mailbox/port.ts'

type PlatformMail = {
  readonly to: string
  readonly subject: string
  readonly html: string
  readonly text: string
}

/**
 * Sends a mail of the platform and returns the outcome. A failure is logged, not thrown: the record
 * that the mail is about stays, and the caller tells the person that no mail was sent.
 */
export async function tryMail(
  { mail, hasMailServer, log }: Pick<Context, 'hasMailServer' | 'log' | 'mail'>,
  words: PlatformMail,
): Promise<MailOutcome> {
  try {
    await mail({ projectRef: PLATFORM_MAIL, ...words })
    return hasMailServer === true ? 'sent' : 'no_mail_server'
  } catch (error) {
    log.warn({ err: String(error), subject: words.subject }, 'Could not send an email.')
    return 'failed'
  }
}
