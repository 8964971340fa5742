import { createFileRoute } from '@tanstack/react-router'
import { pickText } from '../../../../../lib/search-params.ts'
import { ReplicationSlotsPage } from '../../../../../features/database/replication-slots/replication-slots-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/database/replication-slots')({
  validateSearch: (search) => pickText(search, 'search'),
  component: ReplicationSlotsRoute,
})

function ReplicationSlotsRoute() {
  const { ref } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <ReplicationSlotsPage
      key={ref}
      projectRef={ref}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  )
}
