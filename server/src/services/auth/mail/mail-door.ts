import {
  previewMailTemplate,
  testSmtp,
  type MailTemplateName,
} from '@stoa/contract/services/auth/mail-door'
import { authSettings } from '@stoa/contract/services/auth/settings'
import { AppError } from '../../../lib/errors.ts'
import { route, type Route } from '../../../lib/http.ts'
import type { StoredProject } from '../../../project/project.ts'
import type { AuthParts } from '../context.ts'
import { renderMail, type OutgoingMail } from './compose.ts'
import { APP_ADVICE, defaultTemplate, TEMPLATE_NAMES, type TemplateKind } from './mail-texts.ts'
import { sendBySmtp } from './smtp.ts'

/** The members' routes for the mails of a project, whether or not it runs. */
export const mailRoutes = (parts: AuthParts): readonly Route[] => [
  route(testSmtp).to(async ({ body, request }) => {
    const { to, template } = body
    const mail = template ? sampleMail(request.storedProject, template) : TEST_MAIL
    await sendTestMail(parts, request.storedProject, { to, ...mail })
    return { to: body.to }
  }),
  route(previewMailTemplate).to(({ body, request }) => {
    const { subject, html, problem } = sampleMail(request.storedProject, body)
    const builtIn = defaultTemplate(kindOf(body.name))
    return {
      subject,
      html,
      problem: problem?.message ?? null,
      built_in: { subject: builtIn.subject, content: builtIn.html },
    }
  }),
]

const KINDS: ReadonlyMap<string, TemplateKind> = new Map(
  Object.entries(TEMPLATE_NAMES).map(([kind, name]) => [name, kind as TemplateKind]),
)

function kindOf(name: MailTemplateName): TemplateKind {
  const kind = KINDS.get(name)
  if (!kind) throw new Error(`The email template ${name} does not exist`)
  return kind
}

type Template = {
  readonly name: MailTemplateName
  readonly subject: string
  readonly content: string
}

/** The mail that a template makes of sample values. */
const sampleMail = (project: StoredProject, { name, subject, content }: Template) =>
  renderMail(kindOf(name), { subject, html: content }, sampleValues(project))

const TEST_TEXT = 'This is a test email from your project. Your mail server works.'
const TEST_MAIL = { subject: 'Test email', html: `<p>${TEST_TEXT}</p>`, text: TEST_TEXT }

async function sendTestMail(
  { limitsOf, outgoing }: AuthParts,
  project: StoredProject,
  { to, subject, html, text }: OutgoingMail,
): Promise<void> {
  const settings = project.settings.of(authSettings)
  if (settings.smtp_host === '')
    throw new AppError('no_mail_server', 'This project has no mail server of its own.', {
      status: 409,
      hint: 'Save the host of your mail server first.',
    })
  limitsOf(settings).count('mailByProject', project.ref, '')
  try {
    await sendBySmtp({ settings, outgoing }, { to, subject, html, text })
  } catch (cause) {
    if (cause instanceof AppError && cause.code === 'outgoing_refused') throw cause
    const reason = cause instanceof Error ? cause.message.slice(0, 500) : 'Unknown reason'
    throw new AppError('smtp_failed', `Could not send the test email: ${reason}`, {
      status: 502,
      hint: 'Check the host, port, user, and password of the mail server.',
      cause,
    })
  }
}

const sampleValues = (project: StoredProject) => {
  const settings = project.settings.of(authSettings)
  return {
    SiteURL: settings.site_url,
    RedirectTo: settings.site_url,
    ConfirmationURL: `${project.apiUrl}/auth/v1/verify?token=sample&type=signup`,
    Token: '1234567890'.slice(0, settings.mailer_otp_length),
    TokenHash: 'sample',
    Email: 'user@example.com',
    NewEmail: 'new@example.com',
    OldEmail: 'old@example.com',
    SendingTo: 'user@example.com',
    Phone: '15551234567',
    OldPhone: '15557654321',
    Provider: 'google',
    FactorType: 'totp',
    Time: '27 November 2026, 14:03 UTC',
    IpAddress: '203.0.113.7',
    Device: 'Firefox on Linux',
    Advice: APP_ADVICE,
    Data: { name: 'Sample user' },
  }
}
