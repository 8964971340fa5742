import type { AuthSettings } from '@stoa/contract/services/auth/settings'
import type { Log } from '../../../lib/log.ts'
import {
  defaultTemplate,
  hasTemplate,
  TEMPLATE_NAMES,
  type MailKind,
  type NotificationKind,
} from './mail-texts.ts'
import { htmlToText } from './html-to-text.ts'
import { escapeHtml, renderTemplate, TemplateError, type TemplateValues } from './template.ts'

export type OutgoingMail = MailText & { readonly to: string }

export type MailText = { readonly subject: string; readonly html: string; readonly text: string }

const MAX_SUBJECT = 500

/**
 * Writes a mail with the project's templates, and with the built-in ones where it has none. A
 * template that fails is logged, and the built-in one takes its place.
 */
export function composeMail(
  { settings, log }: { readonly settings: AuthSettings; readonly log: Log },
  kind: MailKind | NotificationKind,
  values: TemplateValues,
): MailText {
  const { problem, ...mail } = renderMail(kind, ownTemplate(settings, kind), values)
  if (problem !== undefined)
    log.warn({ err: problem, template: kind }, 'Could not use an email template')
  return mail
}

/** Renders the templates. The built-in one replaces a template that is empty or invalid. */
export function renderMail(
  kind: MailKind | NotificationKind,
  own: { readonly subject: string; readonly html: string },
  values: TemplateValues,
): MailText & { readonly problem: TemplateError | undefined } {
  const built = defaultTemplate(kind)
  let problem: TemplateError | undefined
  const attempt = (render: () => string): string | undefined => {
    try {
      return render()
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error
      problem = error
      return undefined
    }
  }
  const subject = own.subject === '' ? undefined : attempt(() => renderSubject(own.subject, values))
  const html =
    own.html === '' ? undefined : attempt(() => renderTemplate(own.html, values, escapeHtml))
  return {
    problem,
    subject: subject ?? renderSubject(built.subject, values),
    html: html ?? renderTemplate(built.html, values, escapeHtml),
    text:
      html === undefined ? renderTemplate(built.text, values, (value) => value) : htmlToText(html),
  }
}

function ownTemplate(settings: AuthSettings, kind: MailKind | NotificationKind) {
  if (!hasTemplate(kind)) return { subject: '', html: '' }
  const name = TEMPLATE_NAMES[kind]
  return {
    subject: settings[`mailer_subjects_${name}`],
    html: settings[`mailer_templates_${name}_content`],
  }
}

/** A line break in a subject would begin another header. */
const renderSubject = (template: string, values: TemplateValues): string =>
  renderTemplate(template, values, (value) => value)
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, MAX_SUBJECT)
