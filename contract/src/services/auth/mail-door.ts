import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'

const byRef = z.object({ ref: z.string() })

/** The mails whose text a project can change, named as in its settings. */
export const MailTemplateName = z.enum([
  'confirmation',
  'invite',
  'recovery',
  'magic_link',
  'email_change',
  'reauthentication',
  'password_changed_notification',
  'email_changed_notification',
  'phone_changed_notification',
  'identity_linked_notification',
  'identity_unlinked_notification',
  'mfa_factor_enrolled_notification',
  'mfa_factor_unenrolled_notification',
])
export type MailTemplateName = z.infer<typeof MailTemplateName>

const MailTemplate = z.object({
  name: MailTemplateName,
  subject: z.string().max(500),
  content: z.string().max(50_000),
})

/**
 * Sends a mail through the project's mail server, as its settings are stored: a short text, or a
 * template with sample values.
 */
export const testSmtp = endpoint({
  method: 'POST',
  path: '/platform/auth/{ref}/smtp/test',
  access: 'project:update',
  params: byRef,
  body: z.object({ to: z.email().max(255), template: MailTemplate.optional() }),
  response: z.object({ to: z.string() }),
})

/** Renders a mail with sample values. An empty subject or content means the built-in text. */
export const previewMailTemplate = endpoint({
  method: 'POST',
  path: '/platform/auth/{ref}/templates/preview',
  access: 'project:read',
  params: byRef,
  body: MailTemplate,
  response: z.object({
    subject: z.string(),
    html: z.string(),
    /** Why a template is invalid. The preview then shows the built-in text, as a mail does. */
    problem: z.string().nullable(),
    /** The built-in template, from which a project's own can start. */
    built_in: z.object({ subject: z.string(), content: z.string() }),
  }),
})
