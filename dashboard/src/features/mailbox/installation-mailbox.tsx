import { useInstallationMail } from '../../data/resources/mailbox.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Mailbox } from './mailbox.tsx'

export function InstallationMailbox() {
  useTitle('Mailbox')
  const { data, error, refetch } = useInstallationMail()
  return (
    <Mailbox
      description="Mail of the platform itself. No mail server is configured, so it stays here."
      emptyText="Invitations and recovery mail to dashboard accounts appear here."
      mails={data}
      error={error}
      onRetry={() => void refetch()}
    />
  )
}
