import { Forbidden } from '../../components/forbidden.tsx'
import { useProjectMail } from '../../data/resources/platform/mailbox.ts'
import { useCan, useProject } from '../../data/resources/platform/projects.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { Mailbox } from './mailbox.tsx'

export function ProjectMailbox({ projectRef }: { projectRef: string }) {
  const { data: project } = useProject(projectRef)
  const can = useCan(projectRef)
  useTitle('Mailbox', project?.name)
  if (project && !can('mailbox:read')) {
    return (
      <Page>
        <PageHeader title="Mailbox" />
        <Forbidden missing="mailbox:read">
          Messages to the project’s users can contain sign-in links.
        </Forbidden>
      </Page>
    )
  }
  return <ProjectMail projectRef={projectRef} />
}

function ProjectMail({ projectRef }: { projectRef: string }) {
  const { data, error, refetch } = useProjectMail(projectRef)
  return (
    <Mailbox
      description="Emails and text messages to this project’s users. Without a mail server or an SMS provider, they are stored here instead of being sent."
      emptyText="Confirmation emails, password reset emails, and text messages with codes appear here."
      mails={data}
      error={error}
      onRetry={() => void refetch()}
    />
  )
}
