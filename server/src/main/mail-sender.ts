import type { Config } from './config.ts'
import type { Mailer } from '../project/mailer.ts'

/** Sends mail through the configured server, or stores it in the local mailbox without one. */
export function createMailSender(
  config: Pick<Config, 'smtpUrl' | 'mailFrom'>,
  keep: Mailer,
): Mailer {
  const { smtpUrl, mailFrom } = config
  if (smtpUrl === undefined) return keep
  let transport: Promise<{ sendMail(mail: object): Promise<unknown> }> | undefined
  return async ({ to, subject, html, text }) => {
    // Loaded with the first mail: most installations never send one.
    transport ??= import('nodemailer').then(({ createTransport }) => createTransport(smtpUrl))
    await (await transport).sendMail({ from: mailFrom, to, subject, html, text })
  }
}
