import { createFileRoute } from '@tanstack/react-router'
import { ProjectMailbox } from '../../../../features/mailbox/project-mailbox.tsx'

export const Route = createFileRoute('/_app/project/$ref/mailbox')({ component: MailboxPage })

function MailboxPage() {
  return <ProjectMailbox projectRef={Route.useParams().ref} />
}
