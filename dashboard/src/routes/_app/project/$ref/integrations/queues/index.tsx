import { createFileRoute } from '@tanstack/react-router'
import { QueuesPage } from '../../../../../../features/queues/queues-page.tsx'
import { pickValue } from '../../../../../../lib/search-params.ts'

type QueuesSearch = { panel?: 'new' | undefined }

export const Route = createFileRoute('/_app/project/$ref/integrations/queues/')({
  validateSearch: (search: Record<string, unknown>): QueuesSearch =>
    pickValue(search, 'panel', ['new']),
  component: QueuesRoute,
})

function QueuesRoute() {
  const { ref } = Route.useParams()
  const { panel } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <QueuesPage
      key={ref}
      projectRef={ref}
      isCreating={panel === 'new'}
      onCreating={(isCreating) =>
        void navigate({
          search: (before) => ({
            ...before,
            panel: isCreating ? 'new' : undefined,
          }),
          replace: !isCreating,
        })
      }
    />
  )
}
