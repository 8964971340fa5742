import { previewMailTemplate, testSmtp } from '@stoa/contract/operations/services/auth/mail-door'
import type { MailTemplateName } from '@stoa/contract/services/auth/mail-door'
import { authSettings } from '@stoa/contract/operations/services/auth/settings'
import { keepPreviousData } from '@tanstack/react-query'
import { useEndpointMutation, useEndpointQuery } from '../../../client/endpoint-hooks.ts'
import { useInstallation } from '../../platform/installation.ts'
import { projectKeys } from '../../platform/projects.ts'
import { useSettings } from '../data-api/settings.ts'

export type MailTemplate = { name: MailTemplateName; subject: string; content: string }

/** The mail with sample values. While a change loads, the previous preview stays. */
export function useMailPreview(ref: string, template: MailTemplate) {
  return useEndpointQuery(previewMailTemplate, {
    input: { params: { ref }, body: template },
    queryKey: [...projectKeys.detail(ref), 'auth', 'mail-preview', template],
    placeholderData: keepPreviousData,
  })
}

/** Whether a mail server sends the project's mails: its own, or the installation's. */
export function useHasMailServer(ref: string): boolean {
  const { data: settings } = useSettings(ref, authSettings)
  const { data: installation } = useInstallation()
  return (settings?.smtp_host ?? '') !== '' || installation?.has_mail_server === true
}

/** Sends a short text, or a template with sample values, through the project's saved mail server. */
export function useTestSmtp(ref: string) {
  return useEndpointMutation(testSmtp, {
    input: (body: { to: string; template?: MailTemplate }) => ({ params: { ref }, body }),
    meta: { failure: 'Failed to send the test email', success: 'Test email sent' },
  })
}
