import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { QueuesPage } from '../../../../../../features/queues/queues-page.tsx'

type QueuesSearch = { panel?: 'new' | undefined }

export const Route = createFileRoute('/_app/project/$ref/integrations/queues/')({
  validateSearch: ({ panel }: Record<string, unknown>): QueuesSearch =>
    panel === 'new' ? { panel } : {},
  component: QueuesRoute,
})

function QueuesRoute() {
  const { ref } = Route.useParams()
  const { panel } = Route.useSearch()
  const navigate = useNavigate()
  return (
    <QueuesPage
      key={ref}
      projectRef={ref}
      isCreating={panel === 'new'}
      onCreating={(isCreating) =>
        void navigate({
          to: '/project/$ref/integrations/queues',
          params: { ref },
          search: isCreating ? { panel: 'new' } : {},
          replace: !isCreating,
        })
      }
    />
  )
}
