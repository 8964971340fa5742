import { authSettings, type AuthSettings as Settings } from '@stoa/contract/services/auth/settings'
import { useOpenPanel } from '../../../components/list/use-open-panel.ts'
import type { SettingsDeclaration } from '../../../components/settings/settings-declaration.ts'
import { SettingsPage } from '../../../components/settings/settings-page.tsx'
import { useCan } from '../../../data/resources/platform/projects.ts'
import { useSettings } from '../../../data/resources/services/data-api/settings.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { MAILS, NOTICES } from './template-names.ts'
import { TemplateSheet } from './template-sheet.tsx'
import { TestMailForm } from './test-mail-form.tsx'

/** The emails that users receive, and the server that sends them. */
export function EmailsPage({ projectRef }: { projectRef: string }) {
  const { data: settings } = useSettings(projectRef, authSettings)
  const can = useCan(projectRef)
  const { panel, open, close } = useOpenPanel(['template'])
  const edited = [...MAILS, ...NOTICES].find(({ value }) => value === panel?.id)?.value
  return (
    <SettingsPage
      projectRef={projectRef}
      declaration={emailsPage}
      below={
        settings && (
          <>
            {settings.smtp_host !== '' && can('project:update') && (
              <Section
                title="Test email"
                description="Uses the saved mail server settings."
                className="border-t! pt-6!"
              >
                <TestMailForm projectRef={projectRef} />
              </Section>
            )}
            <Section
              title="Templates"
              description="The subject and text of each email. Emails without a custom template use the built-in text."
              className="border-t! pt-6!"
            >
              <ul className="divide-y divide-line rounded-md border">
                {[...MAILS, ...NOTICES].map(({ value, label }) => (
                  <li key={value} className="flex min-h-10 items-center gap-3 px-3 text-xs">
                    <span className="truncate font-medium">{label}</span>
                    {settings[`mailer_templates_${value}_content`] !== '' && (
                      <Badge>Customized</Badge>
                    )}
                    <Button
                      size="sm"
                      className="ml-auto"
                      aria-label={`Edit ${label}`}
                      onClick={() => open('template', value)}
                    >
                      {can('project:update') ? 'Edit' : 'View'}
                    </Button>
                  </li>
                ))}
              </ul>
            </Section>
            {edited && (
              <TemplateSheet
                projectRef={projectRef}
                name={edited}
                settings={settings}
                canEdit={can('project:update')}
                onClose={close}
              />
            )}
          </>
        )
      }
    />
  )
}

const hasServer = ({ smtp_host: host }: Settings): boolean => host !== ''

export const emailsPage: SettingsDeclaration<Settings> = {
  section: authSettings,
  product: 'auth',
  title: 'Emails',
  description: 'Emails to users of your apps, and the server that sends them.',
  subject: 'auth',
  change: 'project:update',
  parts: [
    {
      title: 'Mail server',
      description: 'Without an SMTP host, emails are sent by the installation’s mail server.',
      fields: [
        {
          name: 'smtp_host',
          control: 'identifier',
          isOptional: true,
          label: 'SMTP host',
          placeholder: 'smtp.example.com',
          problem: 'Enter a host name.',
          inSentence: 'SMTP host',
        },
        {
          name: 'smtp_port',
          control: 'identifier',
          isOptional: true,
          label: 'Port',
          placeholder: '587',
          help: '465 uses TLS from the start; other ports switch to TLS if the server offers it.',
          problem: 'Enter a port number.',
          inSentence: 'SMTP port',
          when: hasServer,
        },
        {
          name: 'smtp_user',
          control: 'identifier',
          isOptional: true,
          label: 'User',
          problem: 'Enter at most 500 characters.',
          inSentence: 'SMTP user',
          when: hasServer,
        },
        {
          name: 'smtp_pass',
          control: 'secret',
          label: 'Password',
          problem: 'Enter at most 500 characters.',
          inSentence: 'SMTP password',
          when: hasServer,
        },
        {
          name: 'smtp_admin_email',
          control: 'identifier',
          label: 'Sender address',
          placeholder: 'no-reply@example.com',
          problem: 'Enter an email address.',
          inSentence: 'sender address',
          when: hasServer,
        },
        {
          name: 'smtp_sender_name',
          control: 'text',
          isOptional: true,
          label: 'Sender name',
          problem: 'Enter at most 500 characters.',
          inSentence: 'sender name',
          when: hasServer,
        },
      ],
    },
    {
      title: 'Security notices',
      description: 'Emails that notify users of changes to their account.',
      fields: NOTICES.map(({ value, label }) => ({
        name: `mailer_notifications_${value.replace('_notification', '') as NoticeName}_enabled` as const,
        control: 'switch' as const,
        label,
        inSentence: `notice: ${label.toLowerCase()}`,
      })),
    },
  ],
}

type NoticeName = (typeof NOTICES)[number]['value'] extends infer Value
  ? Value extends `${infer Name}_notification`
    ? Name
    : never
  : never
