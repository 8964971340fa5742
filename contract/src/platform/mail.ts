import { z } from 'zod'

/**
 * The outcome of a mail that the platform sent. `sent`: the mail server accepted it. `failed`: the
 * mail server refused it or could not be reached. `no_mail_server`: none is configured, and the
 * mail was stored in the local mailbox, which only operators can read.
 */
export const MailOutcome = z.enum(['sent', 'failed', 'no_mail_server'])
export type MailOutcome = z.infer<typeof MailOutcome>
