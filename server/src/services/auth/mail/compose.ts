import type { AuthSettings } from '@stoa/contract/services/auth/settings'
import type { Log } from '../../../lib/log.ts'
import { defaultTemplate, TEMPLATE_NAMES, type TemplateKind } from './mail-texts.ts'
import { htmlToText } from './html-to-text.ts'
import { escapeHtml, renderTemplate, TemplateError, type TemplateValues } from './template.ts'

export type MailText = { readonly subject: string; readonly html: string; readonly text: string }

const MAX_SUBJECT = 500

/**
 * Writes a mail with the project's templates, and with the built-in ones where it has none. A
 * template that fails is logged, and the built-in one takes its place.
 */
export function composeMail(
  { settings, log }: { readonly settings: AuthSettings; readonly log: Log },
  kind: TemplateKind,
  values: TemplateValues,
): MailText {
  const own = ownTemplate(settings, kind)
  const built = defaultTemplate(kind)
  const attempt = <T>(render: () => T): T | undefined => {
    try {
      return render()
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error
      log.warn({ err: error, template: TEMPLATE_NAMES[kind] }, 'A mail template could not be used')
      return undefined
    }
  }
  const subject = own.subject === '' ? undefined : attempt(() => renderSubject(own.subject, values))
  const html =
    own.html === '' ? undefined : attempt(() => renderTemplate(own.html, values, escapeHtml))
  return {
    subject: subject ?? renderSubject(built.subject, values),
    html: html ?? renderTemplate(built.html, values, escapeHtml),
    text:
      html === undefined ? renderTemplate(built.text, values, (value) => value) : htmlToText(html),
  }
}

const ownTemplate = (settings: AuthSettings, kind: TemplateKind) => ({
  subject: settings[`mailer_subjects_${TEMPLATE_NAMES[kind]}`],
  html: settings[`mailer_templates_${TEMPLATE_NAMES[kind]}_content`],
})

/** A line break in a subject would begin another header. */
export const renderSubject = (template: string, values: TemplateValues): string =>
  renderTemplate(template, values, (value) => value)
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, MAX_SUBJECT)
