import { z } from 'zod'
import type { JobRun } from '../../../project/service.ts'
import type { Project } from '../../../project/project.ts'
import { createServerContext, type AuthContext, type AuthParts } from '../context.ts'
import type { OutgoingMail } from './compose.ts'
import { sendBySmtp } from './smtp.ts'

export const MAIL_JOB = 'send_mail'
/** With the increasing delays between them, these take some hours. */
const ATTEMPTS = 8

/** Sends a mail through the project's own mail server, or else as the installation does. */
export async function deliver(context: AuthContext, mail: OutgoingMail): Promise<void> {
  context.limits.count('mailByProject', context.project.ref, '')
  await hand(context, mail)
}

async function hand(context: AuthContext, mail: OutgoingMail): Promise<void> {
  if (context.settings.smtp_host !== '') await sendBySmtp(context, mail)
  else await context.mailer({ projectRef: context.project.ref, ...mail })
}

/**
 * Sends a mail that no request waits for. If the mail server is down, the mail waits in the
 * project's queue, encrypted because it carries a token.
 */
export async function deliverLater(context: AuthContext, mail: OutgoingMail): Promise<void> {
  const { project, mailBox } = context
  try {
    await deliver(context, mail)
  } catch (error) {
    project.log('auth').warn({ err: error }, 'Could not send an email; it will be retried')
    const sealed = mailBox.seal(JSON.stringify(mail), project.ref).toString('base64')
    await project.addJob('auth', MAIL_JOB, { sealed }, { maxAttempts: ATTEMPTS })
  }
}

const Queued = z.object({
  to: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
})

/** Tries again to send a mail that could not be sent. */
export const sendQueuedMail =
  (parts: AuthParts) =>
  async (project: Project, { payload }: JobRun) => {
    const sealed = Buffer.from(String(payload['sealed']), 'base64')
    const mail = Queued.parse(JSON.parse(parts.mailBox.open(sealed, project.ref)))
    await hand(createServerContext(parts, project), mail)
  }
