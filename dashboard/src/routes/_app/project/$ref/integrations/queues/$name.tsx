import { createFileRoute, useNavigate } from '@tanstack/react-router'
import {
  queueMessagesQuery,
  queueQuery,
} from '../../../../../../data/resources/services/queues/queues.ts'
import { QueuePage } from '../../../../../../features/queues/queue-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/integrations/queues/$name')({
  loader: ({ context, params: { ref, name } }) =>
    context.readInProject(ref, ({ call, read }) => [
      read(queueQuery(call, ref, name)),
      read(queueMessagesQuery(call, ref, name, { state: 'available' })),
    ]),
  component: QueueRoute,
})

function QueueRoute() {
  const { ref, name } = Route.useParams()
  const navigate = useNavigate()
  return (
    <QueuePage
      key={`${ref}/${name}`}
      projectRef={ref}
      name={name}
      onDropped={() =>
        void navigate({ to: '/project/$ref/integrations/queues', params: { ref }, replace: true })
      }
    />
  )
}
