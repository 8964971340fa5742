import { createFileRoute } from '@tanstack/react-router'
import { projectMailQuery } from '../../../../data/resources/platform/mailbox.ts'
import { ProjectMailbox } from '../../../../features/mailbox/project-mailbox.tsx'

export const Route = createFileRoute('/_app/project/$ref/mailbox')({
  loader: ({ context, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => read(projectMailQuery(call, ref)), {
      needs: 'mailbox:read',
    }),
  component: MailboxPage,
})

function MailboxPage() {
  return <ProjectMailbox projectRef={Route.useParams().ref} />
}
