import { useInstallationMail } from '../../data/resources/platform/mailbox.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Mailbox } from './mailbox.tsx'

export function InstallationMailbox() {
  useTitle('Mailbox', 'Installation')
  const { data, error, refetch } = useInstallationMail()
  return (
    <Mailbox
      description="Emails from the platform. No mail server is configured, so they are stored here instead of being sent."
      emptyText="Invitations and password reset emails to dashboard accounts appear here."
      mails={data}
      error={error}
      onRetry={() => void refetch()}
    />
  )
}
