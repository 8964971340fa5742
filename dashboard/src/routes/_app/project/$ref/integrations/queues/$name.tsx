import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { QueuePage } from '../../../../../../features/queues/queue-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/integrations/queues/$name')({
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
